import json
import os
import urllib.error
import urllib.parse
import urllib.request

base_url = os.environ.get("PHONE_AGENT_BASE_URL", "http://127.0.0.1:4010")
token = os.environ.get("PHONE_AGENT_TOKEN", "demo-token-not-secret")
query = urllib.parse.urlencode({"token": token})


def plan(method, steps=None):
    url = f"{base_url}/__mock/on/listTokens"
    urllib.request.urlopen(urllib.request.Request(url, data=steps, method=method)).close()


def list_tokens(max_attempts=3):
    for attempt in range(1, max_attempts + 1):
        try:
            with urllib.request.urlopen(f"{base_url}/api/v2/tokens?{query}") as response:
                return json.load(response)["tokens"], attempt
        except urllib.error.HTTPError as error:
            if error.code != 503 or attempt == max_attempts:
                raise


plan("PUT", json.dumps(["code=503, times=2", "example=empty"]).encode())
try:
    tokens, attempts = list_tokens()
    print(len(tokens), "tokens after", attempts, "attempts")
finally:
    plan("DELETE")
