import os
import urllib.parse
import urllib.request

query = urllib.parse.urlencode({"token": os.environ["PHONE_AGENT_TOKEN"]})
request = urllib.request.Request(f"{os.environ['PHONE_AGENT_BASE_URL']}/api/v2/sip/registration?{query}", method="DELETE")
with urllib.request.urlopen(request) as response:
    # The response body is undocumented (unknown: delete-sip-registration-answer).
    print("Deleted")
