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
         * @description Returns every API token that exists, with its label, its type, its owner and the time of its creation. Use it to see which tokens exist and whose they are. Each record holds the token itself: treat the whole answer as a secret.
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
         * @description Returns one page of the rooms in the junk inbox, and of no other inbox. Compare `totalRooms` with what you have read to know whether more pages follow. This answer has no `success` and no `message`.
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
         * @description Returns the relay types that the service supports. "Get a webhook relay configuration" takes one of them. Check what comes back before you rely on it. Of this operation nothing but its area, name and purpose, its method and its path is shown. The path is shown as `/webhookRelay/types`. That the prefix `/api/v2/` belongs before it, as before every other path, is not shown. Whether this operation needs the token is not shown. The parameters of this operation are not shown. Whether this operation takes a payload, and which, is not shown.
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
         * @description Returns the relay configuration of one relay type: its target URL, a timeout, headers and status codes. There is one configuration per relay type.
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
         * @description Removes the SIP registration; operations to get and to post one exist and are known by name alone. Try it first where nothing can be lost. Do not send it again after a failure without looking: it may have taken effect. How the service knows which registration is meant is not shown. The parameters of this operation, other than the token, are not shown. Whether this operation takes a payload, and which, is not shown.
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
        /** @description What the answers of the token list and of the relay fetch have in common. */
        Envelope: {
            /**
             * @description Always true when the operation succeeded. The value of `success` when an operation fails is not shown.
             * @constant
             */
            success: true;
            /** @description A text that comes with the answer. */
            message: string;
        };
        /** @description All API tokens. */
        TokenList: components["schemas"]["Envelope"] & {
            /** @description One record for each token that exists. */
            tokens: components["schemas"]["Token"][];
        };
        /** @description An API token and what is known about it. */
        Token: {
            /** @description The API token itself, written `<API_TOKEN>` where a placeholder is needed. Treat it as a secret. */
            token: string;
            /** @description The label of the token, in free text. */
            description: string;
            /** @description The kind of token. Which values other than `admin` occur is not shown. */
            type: "admin" | (string & {});
            /** @description When the token was created, in Unix seconds written as a string. */
            timestamp: string;
            /** @description The user who owns the token. */
            userId: number;
        };
        /** @description One page of the junk inbox. */
        JunkInboxPage: {
            /** @description The most rooms that a page holds. */
            pageSize: number;
            /** @description Which page this is, counted from zero in the answer that was seen. */
            pageNumber: number;
            /** @description The number of rooms on all pages together. */
            totalRooms: number;
            /** @description The rooms on this page, at most `pageSize` of them. The order of the rooms is not shown. */
            rooms: components["schemas"]["Room"][];
        };
        /** @description A room of the junk inbox. */
        Room: {
            /** @description Identifies the room by two integers, joined by a colon. What each of the two integers identifies is not shown. */
            roomId: `${number}:${number}`;
            /** @description The name of the counterpart, for display. */
            name: string;
            /** @description A numeric identifier. What this number identifies is not shown. */
            id: number;
            /**
             * Format: uri
             * @description The public address of an image.
             */
            image: string;
            /** @description The phone number of the service line that the room belongs to, in E.164 form. */
            servicePhoneNumber: string;
            /** @description Whether the counterpart is unregistered. */
            unregistered: boolean;
            /** @description What to display for an unregistered counterpart. It is a phone number in E.164 form. */
            unregisteredDisplayName: string;
            /** @description Designates the inbox of the room. Which values occur is not shown. What exactly a value means is not shown. */
            destinationInboxType: string;
            /** @description The text of the latest message. */
            lastMessage: string;
            /** @description When the latest message came, in Unix seconds. */
            lastMessageTimestamp: number;
            /** @description Identifies the chat agent campaign. */
            chatAgentCampaignId: string;
        };
        /** @description The relay of one relay type. */
        WebhookRelay: components["schemas"]["Envelope"] & {
            /** @description How the relay of this type is configured. */
            config: components["schemas"]["WebhookRelayConfig"];
        };
        /** @description The configuration of a relay. */
        WebhookRelayConfig: {
            /**
             * Format: uri
             * @description The target URL of the relay.
             */
            url: string;
            /** @description A duration. The unit of this duration is not shown. */
            timeout: number;
            /** @description Headers. Each element maps a header name to a header value. */
            headers: {
                [key: string]: string;
            }[];
            /** @description HTTP status codes. What exactly the service does with these status codes is not shown. */
            successStatusCodes: number[];
        };
    };
    responses: {
        /** @description A failure. Neither the status codes nor the shape of the body are shown: expect JSON, and rely on nothing in it. */
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
export type Envelope = components['schemas']['Envelope'];
export type TokenList = components['schemas']['TokenList'];
export type Token = components['schemas']['Token'];
export type JunkInboxPage = components['schemas']['JunkInboxPage'];
export type Room = components['schemas']['Room'];
export type WebhookRelay = components['schemas']['WebhookRelay'];
export type WebhookRelayConfig = components['schemas']['WebhookRelayConfig'];
export type ResponseFailure = components['responses']['Failure'];
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
            /** @description All tokens. The status code of a successful answer is not shown. */
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
                /** @description Four optional inputs, known by purpose, type and order, and not by name. Give each under the name that your service uses: every property becomes a query parameter of its own, and `inputs` itself is never sent. */
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
            /** @description One page of rooms. The status code of a successful answer is not shown. */
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
            /** @description The supported relay types. The status code of a successful answer is not shown. The shape of the answer is not shown. */
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
                /** @description The relay type. It must be one of those that "List supported webhook relay types" returns. Which relay types exist is not shown. */
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
            /** @description OK. The body of the answer is not shown. */
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
