import json
import os
import urllib.parse
import urllib.request

query = urllib.parse.urlencode({"token": os.environ["PHONE_AGENT_TOKEN"]})
request = urllib.request.Request(f"{os.environ['PHONE_AGENT_BASE_URL']}/api/v2/webhookRelay/types?{query}")
with urllib.request.urlopen(request) as response:
    # The shape of the answer is not shown: check it before you rely on it.
    print(json.load(response))
