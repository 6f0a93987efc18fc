import json
import os
import urllib.error
import urllib.parse
import urllib.request

base_url = os.environ.get("PHONE_AGENT_BASE_URL", "http://127.0.0.1:4010")
token = os.environ.get("PHONE_AGENT_TOKEN", "demo-token-not-secret")
query = urllib.parse.urlencode({"token": token})

steps = json.dumps(["code=503, times=2", "example=empty"]).encode()
plan = urllib.request.Request(f"{base_url}/__mock/on/listTokens", data=steps, method="PUT")
urllib.request.urlopen(plan)


def list_tokens(max_attempts=3):
    for attempt in range(1, max_attempts + 1):
        try:
            with urllib.request.urlopen(f"{base_url}/api/v2/tokens?{query}") as response:
                return json.load(response)["tokens"], attempt
        except urllib.error.HTTPError as error:
            if error.code != 503 or attempt == max_attempts:
                raise


tokens, attempts = list_tokens()
print(len(tokens), "tokens after", attempts, "attempts")
