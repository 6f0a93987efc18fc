# The token goes in through standard input, so that no list of processes shows it.
printf %s "${PHONE_AGENT_TOKEN:-example}" |
  curl --silent --show-error --fail-with-body --get --data-urlencode token@- \
    "${PHONE_AGENT_BASE_URL:-http://127.0.0.1:4010}/api/v2/webhookRelay/example-type"
