// Written by `npm run generate` from openapi/openapi.yaml. Not to be edited by hand.

import type { Operations } from "./operations.ts";

interface Examples {
  listTokens: Record<string, Awaited<ReturnType<Operations<never>["listTokens"]>>>;
  listJunkInbox: Record<string, Awaited<ReturnType<Operations<never>["listJunkInbox"]>>>;
  listWebhookRelayTypes: Record<string, Awaited<ReturnType<Operations<never>["listWebhookRelayTypes"]>>>;
  getWebhookRelay: Record<string, Awaited<ReturnType<Operations<never>["getWebhookRelay"]>>>;
  deleteSipRegistration: Record<string, Awaited<ReturnType<Operations<never>["deleteSipRegistration"]>>>;
}

/**
 * The contract's named examples of a successful response, by operation. The first of each is the
 * default.
 */
export const fixtures = {
  get listTokens() {
    return {
      "every-field": {
        "success": true,
        "message": "Example message",
        "tokens": [
          {
            "token": "<EXAMPLE_TOKEN_1>",
            "description": "Example admin token",
            "type": "admin",
            "timestamp": "1700000000",
            "userId": 1001
          },
          {
            "token": "<EXAMPLE_TOKEN_2>",
            "description": "Example token of a second script",
            "type": "<OTHER_TOKEN_TYPE>",
            "timestamp": "1700086400",
            "userId": 1001
          }
        ]
      },
      "empty": {
        "success": true,
        "message": "Example message",
        "tokens": []
      },
      "other-type": {
        "success": true,
        "message": "Example message",
        "tokens": [
          {
            "token": "<EXAMPLE_TOKEN_3>",
            "description": "",
            "type": "<OTHER_TOKEN_TYPE>",
            "timestamp": "1700172800",
            "userId": 1002
          }
        ]
      }
    } satisfies Examples["listTokens"];
  },
  get listJunkInbox() {
    return {
      "every-field": {
        "pageSize": 10,
        "pageNumber": 0,
        "totalRooms": 5,
        "rooms": [
          {
            "roomId": "1001:2001",
            "name": "Example Counterpart",
            "id": 3001,
            "image": "https://example.com/images/counterpart-1.png",
            "servicePhoneNumber": "+12025550100",
            "unregistered": false,
            "unregisteredDisplayName": "+12025550101",
            "destinationInboxType": "<INBOX_TYPE>",
            "lastMessage": "Example of a latest message",
            "lastMessageTimestamp": 1700000000,
            "chatAgentCampaignId": "<CAMPAIGN_ID_1>"
          },
          {
            "roomId": "1001:2002",
            "name": "Another Example Counterpart",
            "id": 3002,
            "image": "https://example.com/images/counterpart-2.png",
            "servicePhoneNumber": "+12025550100",
            "unregistered": false,
            "unregisteredDisplayName": "+12025550102",
            "destinationInboxType": "<INBOX_TYPE>",
            "lastMessage": "Example of another latest message",
            "lastMessageTimestamp": 1700003600,
            "chatAgentCampaignId": "<CAMPAIGN_ID_1>"
          },
          {
            "roomId": "1001:2005",
            "name": "Third Example Counterpart",
            "id": 3005,
            "image": "https://example.com/images/counterpart-5.png",
            "servicePhoneNumber": "+12025550100",
            "unregistered": false,
            "unregisteredDisplayName": "+12025550105",
            "destinationInboxType": "<INBOX_TYPE>",
            "lastMessage": "Example of a latest message in room 5",
            "lastMessageTimestamp": 1700000300,
            "chatAgentCampaignId": "<CAMPAIGN_ID_1>"
          },
          {
            "roomId": "1001:2006",
            "name": "Fourth Example Counterpart",
            "id": 3006,
            "image": "https://example.com/images/counterpart-6.png",
            "servicePhoneNumber": "+12025550100",
            "unregistered": true,
            "unregisteredDisplayName": "+12025550106",
            "destinationInboxType": "<INBOX_TYPE>",
            "lastMessage": "Example of a latest message in room 6",
            "lastMessageTimestamp": 1700000200,
            "chatAgentCampaignId": "<CAMPAIGN_ID_1>"
          },
          {
            "roomId": "1001:2007",
            "name": "Fifth Example Counterpart",
            "id": 3007,
            "image": "https://example.com/images/counterpart-7.png",
            "servicePhoneNumber": "+12025550100",
            "unregistered": false,
            "unregisteredDisplayName": "+12025550107",
            "destinationInboxType": "<INBOX_TYPE>",
            "lastMessage": "Example of a latest message in room 7",
            "lastMessageTimestamp": 1700000100,
            "chatAgentCampaignId": "<CAMPAIGN_ID_1>"
          }
        ]
      },
      "empty": {
        "pageSize": 10,
        "pageNumber": 0,
        "totalRooms": 0,
        "rooms": []
      },
      "first-of-several-pages": {
        "pageSize": 2,
        "pageNumber": 0,
        "totalRooms": 5,
        "rooms": [
          {
            "roomId": "1001:2003",
            "name": "First Example Counterpart",
            "id": 3003,
            "image": "https://example.com/images/counterpart-3.png",
            "servicePhoneNumber": "+12025550100",
            "unregistered": false,
            "unregisteredDisplayName": "+12025550103",
            "destinationInboxType": "<INBOX_TYPE>",
            "lastMessage": "Example of a message on the first page",
            "lastMessageTimestamp": 1700007200,
            "chatAgentCampaignId": "<CAMPAIGN_ID_2>"
          },
          {
            "roomId": "1001:2004",
            "name": "Second Example Counterpart",
            "id": 3004,
            "image": "https://example.com/images/counterpart-4.png",
            "servicePhoneNumber": "+12025550100",
            "unregistered": false,
            "unregisteredDisplayName": "+12025550104",
            "destinationInboxType": "<INBOX_TYPE>",
            "lastMessage": "Example of a second message on the first page",
            "lastMessageTimestamp": 1700010800,
            "chatAgentCampaignId": "<CAMPAIGN_ID_2>"
          }
        ]
      },
      "unregistered-counterpart": {
        "pageSize": 10,
        "pageNumber": 0,
        "totalRooms": 1,
        "rooms": [
          {
            "roomId": "1001:2008",
            "name": "Unregistered Example",
            "id": 3008,
            "image": "https://example.com/images/counterpart-8.png",
            "servicePhoneNumber": "+12025550100",
            "unregistered": true,
            "unregisteredDisplayName": "+12025550108",
            "destinationInboxType": "<INBOX_TYPE>",
            "lastMessage": "Example of a message from an unregistered number",
            "lastMessageTimestamp": 1700014400,
            "chatAgentCampaignId": "<CAMPAIGN_ID_3>"
          }
        ]
      }
    } satisfies Examples["listJunkInbox"];
  },
  get listWebhookRelayTypes() {
    return {} satisfies Examples["listWebhookRelayTypes"];
  },
  get getWebhookRelay() {
    return {
      "every-field": {
        "success": true,
        "message": "Example message",
        "config": {
          "url": "https://example.com/relay",
          "timeout": 1234,
          "headers": [
            {
              "X-Example-Header": "example value"
            }
          ],
          "successStatusCodes": [
            200,
            202
          ]
        }
      },
      "empty": {
        "success": true,
        "message": "Example message",
        "config": {
          "url": "https://example.com/relay",
          "timeout": 1234,
          "headers": [],
          "successStatusCodes": []
        }
      },
      "several-headers": {
        "success": true,
        "message": "Example message",
        "config": {
          "url": "https://example.com/relay?source=example",
          "timeout": 5678,
          "headers": [
            {
              "X-Example-Header": "example value"
            },
            {
              "X-Example-Header": "second example value"
            },
            {
              "Authorization": "<RELAY_SECRET>"
            }
          ],
          "successStatusCodes": [
            200
          ]
        }
      }
    } satisfies Examples["getWebhookRelay"];
  },
  get deleteSipRegistration() {
    return {} satisfies Examples["deleteSipRegistration"];
  },
};
