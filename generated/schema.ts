// Written by `npm run generate` from openapi/openapi.yaml. Not to be edited by hand.

export interface paths {
    "/api/v2/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tokens
         * @description Lists every existing API token with its label, type, owner and creation time. Use it to find out which tokens exist and who owns them. Each record contains the token itself, so treat the whole response as a secret.
         */
        get: operations["listTokens"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/junkConversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List junk inbox rooms
         * @description Lists the rooms of the junk inbox, one page at a time. To find out whether more pages follow, compare `totalRooms` with the number of rooms you have read. Unlike the token list and the relay configuration, this response has neither a `success` nor a `message` field.
         */
        get: operations["listJunkInbox"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/webhookRelay/types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List supported webhook relay types
         * @description Lists the relay types that the service supports. Pass one of them to "Get a webhook relay configuration". Its path is described as `/webhookRelay/types`; the prefix `/api/v2/`, which carries the version, is assumed. Unknown: Details beyond the area, name, purpose, method and path. Unknown: Prefix of the path, described only as `/webhookRelay/types`. Unknown: Token requirement. Unknown: Request parameters. Unknown: Request payload.
         */
        get: operations["listWebhookRelayTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/webhookRelay/{type}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook relay configuration
         * @description Returns the configuration of one relay type: its target URL, timeout, headers and success status codes. Each relay type has one configuration.
         */
        get: operations["getWebhookRelay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/sip/registration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete SIP registration
         * @description Deletes the SIP registration. Call it only if you can afford to lose the registration. A request that fails or times out may still have taken effect: check before you repeat it. "SIP registration (GET)" and "SIP registration (POST)" are known by name only. Unknown: Registration that a request deletes. Unknown: Request parameters other than the token. Unknown: Request payload.
         */
        delete: operations["deleteSipRegistration"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Fields that successful responses of several operations have in common. */
        SuccessEnvelope: {
            /**
             * @description True if the operation succeeded. Unknown: Value of `success` on failure.
             * @constant
             */
            success: true;
            /** @description Text that accompanies the response. */
            message: string;
        };
        /** @description All API tokens. */
        TokenList: components["schemas"]["SuccessEnvelope"] & {
            /** @description One record for each token. */
            tokens: components["schemas"]["Token"][];
        };
        /** @description An API token and its metadata. */
        Token: {
            /** @description The API token itself (placeholder: `<API_TOKEN>`). Treat it as a secret. */
            token: string;
            /** @description Label of the token, in free text. */
            description: string;
            /** @description Kind of token. Unknown: Allowed values of `type` other than `admin`. */
            type: "admin" | (string & {});
            /** @description Creation time as a Unix timestamp in seconds, sent as a string. */
            timestamp: string;
            /** @description ID of the user who owns the token. */
            userId: number;
        };
        /** @description One page of the junk inbox. */
        JunkInboxPage: {
            /** @description Maximum number of rooms per page. */
            pageSize: number;
            /** @description Number of this page. It is zero-based in the response that was seen. */
            pageNumber: number;
            /** @description Number of rooms on all pages together. */
            totalRooms: number;
            /** @description The rooms on this page, at most `pageSize` of them. Unknown: Order of the rooms. */
            rooms: components["schemas"]["Room"][];
        };
        /** @description A room in the junk inbox. */
        Room: {
            /** @description Composite ID of the room: two integers joined by a colon. Unknown: Meaning of each integer of `roomId`. */
            roomId: `${number}:${number}`;
            /** @description Display name of the counterpart. */
            name: string;
            /** @description Numeric ID. Unknown: Meaning of a room's `id`. */
            id: number;
            /**
             * Format: uri
             * @description Public URL of an image.
             */
            image: string;
            /** @description Phone number of the room's service line, in E.164 format. */
            servicePhoneNumber: string;
            /** @description Whether the counterpart is unregistered. */
            unregistered: boolean;
            /** @description Display label of an unregistered counterpart. It is a phone number in E.164 format. */
            unregisteredDisplayName: string;
            /** @description Inbox designation of the room. Unknown: Allowed values of `destinationInboxType`. Unknown: Exact meaning of `destinationInboxType`. */
            destinationInboxType: string;
            /** @description Text of the latest message. */
            lastMessage: string;
            /** @description Time of the latest message, as a Unix timestamp in seconds. */
            lastMessageTimestamp: number;
            /** @description ID of the chat agent campaign. */
            chatAgentCampaignId: string;
        };
        /** @description The response for one relay type. */
        WebhookRelay: components["schemas"]["SuccessEnvelope"] & {
            /** @description The relay's configuration. */
            config: components["schemas"]["WebhookRelayConfig"];
        };
        /** @description Configuration of a webhook relay. */
        WebhookRelayConfig: {
            /**
             * Format: uri
             * @description Target URL of the relay.
             */
            url: string;
            /** @description A duration. Unknown: Unit of `timeout`. */
            timeout: number;
            /** @description Headers, each an object that maps a header name to its value. */
            headers: {
                [key: string]: string;
            }[];
            /** @description HTTP status codes. Unknown: Exact meaning of `successStatusCodes`. */
            successStatusCodes: number[];
        };
    };
    responses: {
        /** @description A failed request. Responses are JSON, but the status code and the shape of the body are unknown. Unknown: Shape of error responses. Unknown: Error codes. Unknown: Status codes of failures, including a missing token or unknown relay type. */
        Failure: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": unknown;
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All existing tokens. Unknown: Status code of a successful response. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenList"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listJunkInbox: {
        parameters: {
            query?: {
                /** @description Up to four query parameters, in this order. Their purpose, type and order are known, and their names aren't: send each under the name that your service uses. `inputs` is a stand-in and never sent. */
                inputs?: {
                    [key: string]: boolean | number;
                };
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of rooms. Unknown: Status code of a successful response. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JunkInboxPage"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listWebhookRelayTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The supported relay types. Unknown: Status code of a successful response. Unknown: Shape of the response body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getWebhookRelay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The relay type, one of those that "List supported webhook relay types" returns. Unknown: Names of the supported relay types. */
                type: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The relay configuration was found. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookRelay"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    deleteSipRegistration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. Unknown: Response body. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
}
