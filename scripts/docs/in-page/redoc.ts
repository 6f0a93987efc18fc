/** Has Redoc take over the request and the responses of an operation, once the reader does something on the page. */
export function takeOver(): void {}
