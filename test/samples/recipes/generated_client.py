import os

from client.client import Client

# The mock responds with 401 if the client doesn't send the token.
phone = Client(os.environ["PHONE_AGENT_BASE_URL"], auth={"api_key": {"apiToken": os.environ["PHONE_AGENT_TOKEN"]}})
print(len(phone.list_tokens().tokens), "tokens")
