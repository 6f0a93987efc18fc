// Written by `npm run release -- --report`.
// http.d.ts
import { ClientOptions, Client } from 'openapi-fetch';
import { paths } from './index.js';
import { PhoneAgentClientOptions, CallOptions } from './index.js';

type HttpOptions = Omit<PhoneAgentClientOptions, "junkInboxInputNames">;
type HttpClientOptions = HttpOptions & Pick<ClientOptions, "bodySerializer" | "pathSerializer" | "querySerializer">;
type Init = RequestInit & Pick<CallOptions, "timeoutMs" | "deadlineMs">;
type Fetch = (input: string | URL | Request, init?: Init) => Promise<Response>;
declare const createFetch: (options?: HttpOptions) => Fetch;
declare function createHttp(options?: HttpClientOptions): Client<paths>;

export { createFetch, createHttp };
export type { HttpClientOptions, HttpOptions };

// index.d.ts
import { JunkInboxInputs, ListJunkInboxInputs, CallOptions, JunkInboxPage, Operations, PaginatedItems, RequestInput, PhoneAgentClientOptions, WebhookRelayConfig, OperationId, PhoneAgentError, ErrorBodies } from './shared-options.js';
export { CallEvent, Finding, HookEvents, JunkInboxInputNames, Query, RetryOptions, Room, SuccessEnvelope, Token, TokenList, TokenOption, Validate, WebhookPayloads, WebhookRelay } from './shared-options.js';
export { paths } from './shared-schema.js';

type Inputs = JunkInboxInputs & Omit<ListJunkInboxInputs, "inputs">;
interface JunkInbox {
    listJunkInbox(inputs?: Inputs, options?: CallOptions): Promise<JunkInboxPage>;
}

type Methods = Omit<Operations<CallOptions>, keyof JunkInbox> & JunkInbox;
type Paginated = keyof PaginatedItems;
interface PhoneAgentClient extends Methods {
    pages<Id extends Paginated>(id: Id, ...args: Parameters<Methods[Id]>): AsyncGenerator<Awaited<ReturnType<Methods[Id]>>, void, void>;
    items<Id extends Paginated>(id: Id, ...args: Parameters<Methods[Id]>): AsyncGenerator<PaginatedItems[Id], void, void>;
    request(method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", path: `/${string}`, input?: RequestInput): Promise<unknown>;
}
declare function createPhoneAgentClient(options?: PhoneAgentClientOptions): PhoneAgentClient;

declare const unixDate: (seconds: number | string) => Date;
declare const parseRoomId: (roomId: string) => [number, number];
declare const relayHeaders: (list: WebhookRelayConfig["headers"]) => Headers;

type Get<Bodies, Key, Otherwise> = Key extends keyof Bodies ? Bodies[Key] : Otherwise;
type Declared<Bodies, Status extends number> = Status extends keyof Bodies ? Bodies[Status] : `${Status}` extends `${infer Class}${string}` ? Get<Bodies, `${Class}XX`, Get<Bodies, "default", unknown>> : unknown;
type HttpError<Id extends OperationId = OperationId, Status extends number = number> = PhoneAgentError & {
    readonly kind: "http";
    readonly operation: Id;
    readonly status: Status;
    readonly headers: Headers;
    readonly body: Id extends keyof ErrorBodies ? Declared<ErrorBodies[Id], Status> : unknown;
};
declare const isHttpError: <Id extends OperationId, Status extends number = number>(error: unknown, operation: Id, status?: Status) => error is HttpError<Id, Status>;

export { CallOptions, JunkInboxInputs, JunkInboxPage, ListJunkInboxInputs, OperationId, PhoneAgentClientOptions, PhoneAgentError, RequestInput, WebhookRelayConfig, createPhoneAgentClient, isHttpError, parseRoomId, relayHeaders, unixDate };
export type { HttpError, PhoneAgentClient };

// mock/index.d.ts
import { IncomingMessage, ServerResponse } from 'node:http';
import { JunkInboxInputNames } from '../shared-options.js';
import { JournalEntry, Coverage } from '../shared-journal.js';
export { OperationCoverage } from '../shared-journal.js';

type LogLevel = "silent" | "warn" | "info";

interface MockOptions {
    port?: number;
    host?: string;
    contract?: string;
    examples?: string;
    junkInboxInputNames?: JunkInboxInputNames;
    prefer?: string;
    strict?: boolean;
    logLevel?: LogLevel;
    allowHosts?: readonly string[];
    watch?: boolean;
    site?: (request: IncomingMessage, response: ServerResponse) => boolean;
}
interface Mock {
    readonly url: string;
    readonly port: number;
    reload(): Promise<void>;
    journal(run?: string): readonly JournalEntry[];
    coverage(run?: string): Coverage;
    close(): Promise<void>;
}
declare function startMock(options?: MockOptions): Promise<Mock>;

export { Coverage, JournalEntry, JunkInboxInputNames, startMock };
export type { LogLevel, Mock, MockOptions };

// testing/index.d.ts
/// <reference lib="esnext.disposable" preserve="true" />
import { Operations } from '../shared-options.js';
import { OperationId, JunkInboxInputNames } from '../index.js';
import { Fault, JournalEntry, Coverage } from '../shared-journal.js';
export { OperationCoverage, Preferences, Source } from '../shared-journal.js';

declare const fixtures: {
    readonly listTokens: {
        "every-field": {
            success: true;
            message: string;
            tokens: ({
                token: string;
                description: string;
                type: "admin";
                timestamp: string;
                userId: number;
            } | {
                token: string;
                description: string;
                type: "<OTHER_TOKEN_TYPE>";
                timestamp: string;
                userId: number;
            })[];
        };
        empty: {
            success: true;
            message: string;
            tokens: never[];
        };
        "other-type": {
            success: true;
            message: string;
            tokens: {
                token: string;
                description: string;
                type: "<OTHER_TOKEN_TYPE>";
                timestamp: string;
                userId: number;
            }[];
        };
    };
    readonly listJunkInbox: {
        "every-field": {
            pageSize: number;
            pageNumber: number;
            totalRooms: number;
            rooms: ({
                roomId: "1001:2001";
                name: string;
                id: number;
                image: string;
                servicePhoneNumber: string;
                unregistered: false;
                unregisteredDisplayName: string;
                destinationInboxType: string;
                lastMessage: string;
                lastMessageTimestamp: number;
                chatAgentCampaignId: string;
            } | {
                roomId: "1001:2002";
                name: string;
                id: number;
                image: string;
                servicePhoneNumber: string;
                unregistered: false;
                unregisteredDisplayName: string;
                destinationInboxType: string;
                lastMessage: string;
                lastMessageTimestamp: number;
                chatAgentCampaignId: string;
            } | {
                roomId: "1001:2005";
                name: string;
                id: number;
                image: string;
                servicePhoneNumber: string;
                unregistered: false;
                unregisteredDisplayName: string;
                destinationInboxType: string;
                lastMessage: string;
                lastMessageTimestamp: number;
                chatAgentCampaignId: string;
            } | {
                roomId: "1001:2006";
                name: string;
                id: number;
                image: string;
                servicePhoneNumber: string;
                unregistered: true;
                unregisteredDisplayName: string;
                destinationInboxType: string;
                lastMessage: string;
                lastMessageTimestamp: number;
                chatAgentCampaignId: string;
            } | {
                roomId: "1001:2007";
                name: string;
                id: number;
                image: string;
                servicePhoneNumber: string;
                unregistered: false;
                unregisteredDisplayName: string;
                destinationInboxType: string;
                lastMessage: string;
                lastMessageTimestamp: number;
                chatAgentCampaignId: string;
            })[];
        };
        empty: {
            pageSize: number;
            pageNumber: number;
            totalRooms: number;
            rooms: never[];
        };
        "first-of-several-pages": {
            pageSize: number;
            pageNumber: number;
            totalRooms: number;
            rooms: ({
                roomId: "1001:2003";
                name: string;
                id: number;
                image: string;
                servicePhoneNumber: string;
                unregistered: false;
                unregisteredDisplayName: string;
                destinationInboxType: string;
                lastMessage: string;
                lastMessageTimestamp: number;
                chatAgentCampaignId: string;
            } | {
                roomId: "1001:2004";
                name: string;
                id: number;
                image: string;
                servicePhoneNumber: string;
                unregistered: false;
                unregisteredDisplayName: string;
                destinationInboxType: string;
                lastMessage: string;
                lastMessageTimestamp: number;
                chatAgentCampaignId: string;
            })[];
        };
        "unregistered-counterpart": {
            pageSize: number;
            pageNumber: number;
            totalRooms: number;
            rooms: {
                roomId: "1001:2008";
                name: string;
                id: number;
                image: string;
                servicePhoneNumber: string;
                unregistered: true;
                unregisteredDisplayName: string;
                destinationInboxType: string;
                lastMessage: string;
                lastMessageTimestamp: number;
                chatAgentCampaignId: string;
            }[];
        };
    };
    readonly listWebhookRelayTypes: {};
    readonly getWebhookRelay: {
        "every-field": {
            success: true;
            message: string;
            config: {
                url: string;
                timeout: number;
                headers: {
                    "X-Example-Header": string;
                }[];
                successStatusCodes: number[];
            };
        };
        empty: {
            success: true;
            message: string;
            config: {
                url: string;
                timeout: number;
                headers: never[];
                successStatusCodes: never[];
            };
        };
        "several-headers": {
            success: true;
            message: string;
            config: {
                url: string;
                timeout: number;
                headers: ({
                    "X-Example-Header": string;
                    Authorization?: never;
                } | {
                    "X-Example-Header"?: never;
                    Authorization: string;
                })[];
                successStatusCodes: number[];
            };
        };
    };
    readonly deleteSipRegistration: {};
};

type RequestValues = string | Readonly<Record<string, string | number | boolean | null>>;

interface TestRequest {
    readonly method: string;
    readonly pathValues: Readonly<Record<string, string>>;
    readonly query: URLSearchParams;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
}
interface FailureResponse {
    readonly body?: unknown;
    readonly headers?: Readonly<Record<string, string>>;
}
interface CommonSteps {
    fail(code: number, times?: number): this;
    fail(code: number, response: FailureResponse, times?: number): this;
    fail(fault: Fault | "refuse", times?: number): this;
    delay(milliseconds: number): this;
    for(requests: RequestValues | ((request: TestRequest) => boolean)): this;
}
interface Behavior<Example extends string, Body> extends CommonSteps {
    reply(example: Example, times?: number): this;
    readonly replyWith: [Body] extends [{
        success: true;
    }] ? EnvelopeReply<Body, this> : BodyReply<Body, this>;
}
type CreateBody<Body> = (request: TestRequest) => Body | Promise<Body>;
interface BodyReply<Body, Self> {
    (create: CreateBody<Body>, times?: number): Self;
    (body: Body, times?: number): Self;
}
interface EnvelopeReply<Body, Self> {
    (create: CreateBody<Body | {
        success: false;
        [field: string]: unknown;
    }>, times?: number): Self;
    (body: {
        success: false;
        [field: string]: unknown;
    }, times?: number): Self;
    (body: Body, times?: number): Self;
}
interface Stub extends CommonSteps {
    readonly replyWith: BodyReply<unknown, this>;
}
type ExampleName<Id extends OperationId> = Extract<keyof (typeof fixtures)[Id], string>;
type ResponseBody<Id extends OperationId> = Awaited<ReturnType<Operations<never>[Id]>>;
type Behaviors = {
    readonly [Id in OperationId]: Behavior<ExampleName<Id>, ResponseBody<Id>>;
};
type Example<Body> = Body extends ReadableStream ? string : Body;
type Examples = {
    readonly [Id in OperationId]: {
        readonly [Name in ExampleName<Id>]: Example<ResponseBody<Id>>;
    };
};

/// <reference lib="esnext.disposable" preserve="true" />

interface TestServerOptions {
    junkInboxInputNames?: JunkInboxInputNames;
    strict?: boolean;
}
interface TestServer {
    readonly fetch: typeof globalThis.fetch;
    readonly on: Behaviors & {
        request(method: string, path: string): Stub;
    };
    readonly examples: Examples;
    calls(): readonly JournalEntry[];
    coverage(): Coverage;
    assertAllCalled(...ids: OperationId[]): void;
    assertAllUsed(): void;
    reset(): void;
    [Symbol.asyncDispose](): Promise<void>;
}
declare function createTestServer(options?: TestServerOptions): TestServer;

export { Coverage, Fault, JournalEntry, createTestServer };
export type { Behavior, Behaviors, Examples, FailureResponse, Stub, TestRequest, TestServer, TestServerOptions };

// validate.d.ts
import { Finding, Validate, WebhookPayloads } from './index.js';

declare const validators: Validate;
declare const validateWebhook: (name: keyof WebhookPayloads, payload: unknown) => readonly Finding[];
declare function reportTo(listen: (finding: Finding, operation: string) => void): Validate;

export { reportTo, validateWebhook, validators };

// shared-schema.d.ts
interface paths {
    "/api/v2/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
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
        delete: operations["deleteSipRegistration"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
interface components {
    schemas: {
        SuccessEnvelope: {
            success: true;
            message: string;
        };
        TokenList: components["schemas"]["SuccessEnvelope"] & {
            tokens: components["schemas"]["Token"][];
        };
        Token: {
            token: string;
            description: string;
            type: "admin" | (string & {});
            timestamp: string;
            userId: number;
        };
        JunkInboxPage: {
            pageSize: number;
            pageNumber: number;
            totalRooms: number;
            rooms: components["schemas"]["Room"][];
        };
        Room: {
            roomId: `${number}:${number}`;
            name: string;
            id: number;
            image: string;
            servicePhoneNumber: string;
            unregistered: boolean;
            unregisteredDisplayName: string;
            destinationInboxType: string;
            lastMessage: string;
            lastMessageTimestamp: number;
            chatAgentCampaignId: string;
        };
        WebhookRelay: components["schemas"]["SuccessEnvelope"] & {
            config: components["schemas"]["WebhookRelayConfig"];
        };
        WebhookRelayConfig: {
            url: string;
            timeout: number;
            headers: {
                [key: string]: string;
            }[];
            successStatusCodes: number[];
        };
    };
    responses: {
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
interface operations {
    listTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                type: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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

export type { paths };

// shared-options.d.ts
interface Finding {
    readonly kind: "contradiction" | "unknown-field" | "unknown-presence";
    readonly pointer: string;
    readonly count?: number;
    readonly message: string;
}

interface CallRecord {
    readonly operation: string;
    readonly method?: string | undefined;
    readonly path?: string | undefined;
    readonly attempts: number;
    readonly mayHaveTakenEffect: boolean;
    readonly delaysMs: readonly number[];
}
interface Head {
    readonly status: number;
    readonly headers?: Headers | undefined;
}
interface WithResponse extends Head {
    readonly body?: unknown;
}
type WithoutBody = {
    readonly [Field in keyof Head]?: Head[Field] | undefined;
} & {
    readonly body?: undefined;
};
interface FailureFields {
    configuration: WithoutBody & {
        readonly option?: string | undefined;
        readonly reason?: string | undefined;
    };
    network: WithoutBody & {
        readonly cause?: Error | undefined;
    };
    timeout: WithoutBody & {
        readonly limit: "timeoutMs" | "deadlineMs";
    };
    aborted: WithoutBody & {
        readonly cause: unknown;
    };
    http: WithResponse & {
        readonly retryAfterMs?: number | undefined;
    };
    unsuccessful: WithResponse;
    "unexpected-content": WithResponse & {
        readonly limit?: "maxBodyBytes" | undefined;
    };
    contract: (WithResponse | WithoutBody) & {
        readonly findings: readonly Finding[];
    };
}
type Kind = keyof FailureFields;
type ErrorFields = {
    [Name in Kind]: {
        readonly kind: Name;
    } & FailureFields[Name];
}[Kind] & {
    readonly code?: string | undefined;
    readonly digest?: string | undefined;
};
type Fields = ErrorFields & Partial<CallRecord> & {
    readonly operation: string;
    readonly message?: string;
};
type PhoneAgentError = Error & {
    readonly name: "PhoneAgentError";
} & CallRecord & ErrorFields;
declare const PhoneAgentError: {
    [Symbol.hasInstance](value: unknown): value is PhoneAgentError;
    is(value: unknown): value is PhoneAgentError;
    create(fields: Fields): PhoneAgentError;
};

interface SuccessEnvelope {
    success: true;
    message: string;
}
type TokenList = SuccessEnvelope & {
    tokens: Token[];
};
interface Token {
    token: string;
    description: string;
    type: "admin" | (string & {});
    timestamp: string;
    userId: number;
}
interface JunkInboxPage {
    pageSize: number;
    pageNumber: number;
    totalRooms: number;
    rooms: Room[];
}
interface Room {
    roomId: `${number}:${number}`;
    name: string;
    id: number;
    image: string;
    servicePhoneNumber: string;
    unregistered: boolean;
    unregisteredDisplayName: string;
    destinationInboxType: string;
    lastMessage: string;
    lastMessageTimestamp: number;
    chatAgentCampaignId: string;
}
type WebhookRelay = SuccessEnvelope & {
    config: WebhookRelayConfig;
};
interface WebhookRelayConfig {
    url: string;
    timeout: number;
    headers: {
        [key: string]: string;
    }[];
    successStatusCodes: number[];
}
interface ListJunkInboxInputs {
    inputs?: {
        [key: string]: boolean | number;
    };
}
interface WebhookPayloads {
}

type OperationId = keyof Operations<never>;
interface Operations<Options> {
    listTokens(options?: Options): Promise<TokenList>;
    listJunkInbox(inputs?: ListJunkInboxInputs, options?: Options): Promise<JunkInboxPage>;
    listWebhookRelayTypes(options?: Options): Promise<unknown>;
    getWebhookRelay(type: string, options?: Options): Promise<WebhookRelay>;
    deleteSipRegistration(options?: Options): Promise<void>;
}
interface PaginatedItems {
    listJunkInbox: NonNullable<(JunkInboxPage)["rooms"]>[number];
}
interface ErrorBodies {
}

type ReadSecret = () => string | Promise<string>;
type TokenOption = string | ReadSecret;

type ServiceToken = TokenOption;
type ServiceAddress = string;

interface JunkInboxInputs {
    paginate?: boolean | undefined;
    pageNumber?: number | undefined;
    pageSize?: number | undefined;
    unreadOnly?: boolean | undefined;
}

interface CallOptions {
    signal?: AbortSignal | undefined;
    timeoutMs?: number | undefined;
    deadlineMs?: number | undefined;
    headers?: RequestInit["headers"] | undefined;
}
type QueryValue = string | number | boolean;
type Query = Record<string, QueryValue | readonly QueryValue[] | null | undefined>;
interface RequestInput extends CallOptions {
    query?: Query | undefined;
    body?: unknown;
    repeatable?: boolean | undefined;
}
interface CallEvent extends Pick<CallRecord, "operation" | "method" | "path"> {
    readonly attempt: number;
}
interface HookEvents {
    onRequest: object;
    onResponse: {
        readonly status: number;
        readonly durationMs: number;
    };
    onRetry: {
        readonly kind: Kind;
        readonly status?: number | undefined;
        readonly delayMs: number;
    };
    onError: {
        readonly error: PhoneAgentError;
        readonly durationMs: number;
    };
}
type Hooks = {
    readonly [Hook in keyof HookEvents]?: ((event: CallEvent & HookEvents[Hook]) => unknown) | undefined;
};
type Validate = (operation: OperationId | `${string} /${string}`, response: unknown, status?: number, mediaType?: string) => readonly Finding[];
interface RetryOptions {
    attempts?: number | undefined;
    baseDelayMs?: number | undefined;
    maxDelayMs?: number | undefined;
    maxRetryAfterMs?: number | undefined;
}
type JunkInboxInputNames = {
    [Input in keyof JunkInboxInputs]?: string | undefined;
};
interface PhoneAgentClientOptions extends Hooks {
    baseUrl?: ServiceAddress | undefined;
    token?: ServiceToken | undefined;
    fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
    headers?: RequestInit["headers"] | undefined;
    timeoutMs?: number | undefined;
    deadlineMs?: number | undefined;
    retry?: false | RetryOptions | undefined;
    maxBodyBytes?: number | undefined;
    junkInboxInputNames?: JunkInboxInputNames | undefined;
    allowInsecureHttp?: boolean | undefined;
    validate?: Validate | undefined;
}

export { PhoneAgentError };
export type { CallEvent, CallOptions, ErrorBodies, Finding, HookEvents, JunkInboxInputNames, JunkInboxInputs, JunkInboxPage, ListJunkInboxInputs, OperationId, Operations, PaginatedItems, PhoneAgentClientOptions, Query, RequestInput, RetryOptions, Room, SuccessEnvelope, Token, TokenList, TokenOption, Validate, WebhookPayloads, WebhookRelay, WebhookRelayConfig };

// shared-journal.d.ts
declare const faults: readonly ["reset", "stall", "truncate", "garbage"];
type Fault = (typeof faults)[number];
interface Preferences {
    readonly example?: string;
    readonly code?: number;
    readonly dynamic?: boolean;
    readonly delay?: number;
    readonly fault?: Fault;
    readonly times?: number;
}

declare const sources: readonly ["contract", "tester", "generated", "mock"];
type Source = (typeof sources)[number];

interface OperationCoverage {
    calls: number;
    parameters: Record<string, number>;
    examples: Record<string, number>;
    responses: Record<string, number>;
}
interface Coverage {
    operations: Record<string, OperationCoverage>;
    untouched: string[];
}

interface JournalEntry {
    readonly at: string;
    readonly run: string;
    readonly method: string;
    readonly path: string;
    readonly operation?: string;
    readonly parameters: readonly string[];
    readonly undeclared: readonly string[];
    readonly query: Readonly<Record<string, string | readonly string[]>>;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: unknown;
    readonly preferences: Preferences;
    readonly source?: Source;
    readonly status?: number;
    readonly fault?: Fault;
    readonly response?: string;
    readonly example?: string;
    readonly rejection?: string;
    readonly delivered: boolean;
}

export type { Coverage, Fault, JournalEntry, OperationCoverage, Preferences, Source };
