base="${PHONE_AGENT_BASE_URL:-http://127.0.0.1:4010}"
printf %s "${PHONE_AGENT_TOKEN:-demo-token-not-secret}" |
  curl --silent --show-error --fail-with-body \
    --get --data-urlencode token@- \
    "$base/api/v2/tokens"
