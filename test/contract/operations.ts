/** Section 4.5 of the description, copied by hand: the 97 operations by method and name, under their areas. */
export const namedOperations = `
# Authorization
GET List tokens
POST Create a token
DELETE Delete a token
GET Generate one-time auth token
# Agents
POST Publish an Agent
POST Revert an Agent
unspecified Get llm feedback for agent configuration or specific fields
GET List Agent Versions
POST Create Named Version
POST Replace Stored Version
POST Restore Version to Agent
PUT Rename Stored Version
POST Queue outbound call(s) from your Agent
POST Update Agent
GET Fetch Staging Agent
GET Fetch Live Agent
GET Get Agent
POST Queue outbound SMS text message(s) from your Agent
# Phone Numbers
POST Assign phone number to your account
POST Assign a BYO phone number
POST Return / Unassign Phone Number
POST Search for local numbers by locality
POST Search for local numbers by prefix
POST Search for local numbers by phrase
GET List supported numbering providers
PUT Update an existing numbering provider
POST Add a numbering provider to an organization
# SIP
GET Fetch sip captures by sip call id
GET List SIP IP Whitelist
POST Add IP to SIP IP Whitelist
DELETE Remove IP from SIP IP Whitelist
GET List SIP Outbound Routes
POST Add SIP Outbound Route
DELETE Remove SIP Outbound Route
GET SIP registration
POST SIP registration
DELETE SIP registration
# Messaging
GET List Priority Inbox
GET List Junk Inbox
GET Fetch Recent Messages
GET Fetch Room Messages
POST Send message to an agent from your own platform
GET Fetch Conversation
# Webhooks
GET List Webhooks
POST Add Webhook
DELETE Remove Webhook
GET List supported Webhook Relay types
GET Get a webhook relay configuration
POST Create or update a webhook relay
DELETE Delete a webhook relay configuration
GET List all webhook relay configurations
# Knowledge
GET Fetch Context
POST Add Context
GET Delete multiple documents
# Agent URLs
GET Check agent url availability
GET Fetch existing agent url
POST Create agent url
# Accounts
POST Create a new reseller
GET List resellers
POST Create a new organization
DELETE Delete an organization
GET List organizations
GET Get account details
POST Update account details
GET List agent accounts
POST Create a new account
DELETE Delete an account
GET List admin users
DELETE Delete admin user
POST Invite admin user
GET Search accounts
GET Fetch Account by externalAccountId
POST Update Organization Settings
POST Update Account Settings
# Billing
GET View Usage
GET View Offered Product Plan
GET View Current Product Plan
GET View Available Product Plans
POST Provision Billing System Configuration
POST Subscribe to product plan
DELETE Cancel product subscription
GET View Available Add Ons
GET View Product Catalog
GET Fetch a product plan details
POST Configure ADR Export Settings
# Other
POST agent zapier response
# Tasks
GET Fetch all tasks
POST Create a new task
POST Create multiple tasks via CSV upload
GET Task statistics
GET Daily counts
GET Fetch task limits
POST Update task limits
GET Fetch a specific task
POST Update a task
DELETE Delete a task
# Logs
unspecified Query conversation logs
`;
