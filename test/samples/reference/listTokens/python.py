import json
import os
import urllib.parse
import urllib.request

query = urllib.parse.urlencode({"token": os.environ["PHONE_AGENT_TOKEN"]})
request = urllib.request.Request(f"{os.environ['PHONE_AGENT_BASE_URL']}/api/v2/tokens?{query}")
with urllib.request.urlopen(request) as response:
    for token in json.load(response)["tokens"]:
        # Each record contains a token: print only what isn't secret.
        print(token["description"], token["type"], token["userId"])
