export const faults = ["reset", "stall", "truncate", "garbage"] as const;

/**
 * A fault on the wire. `reset`: the connection is reset before the response. `stall`: the head and half of the
 * body, then silence. `truncate`: the head and half of the body, then the connection closes. `garbage`: a body that
 * claims to be JSON and isn't. A response that can have no content (204, 205, 304, or to `HEAD`) takes `reset` alone;
 * an empty one takes all four.
 */
export type Fault = (typeof faults)[number];

/** Returns whether a response with this status can have content (RFC 9110, 15.3.5, 15.3.6 and 15.4.5). */
export const canHaveContent = (status: number): boolean => ![204, 205, 304].includes(status);

export const garbage = '{"garbage": \u0000';
