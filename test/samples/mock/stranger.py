"""Tests against the mock server with nothing but the standard library."""

import json
import os
import urllib.error
import urllib.parse
import urllib.request

base_url = os.environ["PHONE_AGENT_BASE_URL"]
query = urllib.parse.urlencode({"token": os.environ["PHONE_AGENT_TOKEN"]})
run = "a-test-in-python"


def get(path, prefer=""):
    headers = {"Prefer": prefer, "Mock-Run": run}
    request = urllib.request.Request(f"{base_url}{path}?{query}", headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=5) as response:
            return response.status, json.load(response)
    except urllib.error.HTTPError as error:
        return error.code, None


_, body = get("/api/v2/tokens", prefer="example=every-field")
print(len(body["tokens"]), "tokens")

urllib.request.urlopen(urllib.request.Request(f"{base_url}/__mock/journal?run={run}", method="DELETE"))
first, second, third = (get("/api/v2/tokens", prefer="code=503, times=2")[0] for _ in range(3))
print(f"{first}, {second}, then {third}")

try:
    get("/api/v2/junkConversations", prefer="fault=reset, times=1")
except OSError:
    print("read on after a reset:", get("/api/v2/junkConversations", prefer="fault=reset, times=1")[0])

with urllib.request.urlopen(f"{base_url}/__mock/journal?run={run}") as response:
    calls = [call for call in json.load(response) if call["operation"] == "listTokens"]
print(len(calls), "calls in the journal of this run")
