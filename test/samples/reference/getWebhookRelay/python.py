import json
import os
import urllib.parse
import urllib.request

query = urllib.parse.urlencode({"token": os.environ["PHONE_AGENT_TOKEN"]})
request = urllib.request.Request(f"{os.environ['PHONE_AGENT_BASE_URL']}/api/v2/webhookRelay/example-type?{query}")
with urllib.request.urlopen(request) as response:
    config = json.load(response)["config"]
    # The headers may contain secrets: print only what isn't secret.
    print(config["url"], config["timeout"], config["successStatusCodes"])
