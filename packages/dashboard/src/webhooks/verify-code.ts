import type { VerifyLanguage } from './verify-languages.ts'

/** Programs that verify `X-Service-Signature` (spec, Delivery mechanism), and a script that sends a signed request. */
export const VERIFY_CODE = {
  node: `import { createHmac, timingSafeEqual } from 'node:crypto'

/** body: the exact bytes of the request. header: X-Service-Signature. secret: including whsec_. */
export function isGenuine(body, header, secret) {
  const [, t, v1] = /^t=(\\d+),v1=([0-9a-f]{64})$/.exec(header ?? '') ?? []
  if (!t || Math.abs(Date.now() / 1000 - Number(t)) > 300) return false
  const mac = createHmac('sha256', secret).update(\`\${t}.\`).update(body).digest()
  return timingSafeEqual(mac, Buffer.from(v1, 'hex'))
}
`,
  python: `import hashlib, hmac, re, time

def is_genuine(body: bytes, header: str, secret: str) -> bool:
    """body: the exact bytes of the request. header: X-Service-Signature. secret: including whsec_."""
    match = re.fullmatch(r"t=(\\d+),v1=([0-9a-f]{64})", header or "")
    if not match or abs(time.time() - int(match[1])) > 300:
        return False
    mac = hmac.new(secret.encode(), match[1].encode() + b"." + body, hashlib.sha256)
    return hmac.compare_digest(mac.hexdigest(), match[2])
`,
  go: `package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strconv"
	"time"
)

var signature = regexp.MustCompile(\`^t=(\\d+),v1=([0-9a-f]{64})$\`)

// IsGenuine verifies the exact bytes of a request with its X-Service-Signature and the secret, including whsec_.
func IsGenuine(body []byte, header, secret string) bool {
	parts := signature.FindStringSubmatch(header)
	if parts == nil {
		return false
	}
	t, err := strconv.ParseInt(parts[1], 10, 64)
	age := time.Since(time.Unix(t, 0)).Abs()
	if err != nil || age > 5*time.Minute {
		return false
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(parts[1] + "."))
	mac.Write(body)
	sent, err := hex.DecodeString(parts[2])
	return err == nil && hmac.Equal(mac.Sum(nil), sent)
}
`,
  php: `<?php
// $body: file_get_contents('php://input'). $header: $_SERVER['HTTP_X_SERVICE_SIGNATURE']. $secret: including whsec_.
function is_genuine(string $body, string $header, string $secret): bool {
    if (!preg_match('/^t=(\\d+),v1=([0-9a-f]{64})$/D', $header, $parts)) return false;
    if (abs(time() - (int) $parts[1]) > 300) return false;
    return hash_equals(hash_hmac('sha256', $parts[1] . '.' . $body, $secret), $parts[2]);
}
`,
  ruby: `require 'openssl'

# body: the exact bytes of the request. header: X-Service-Signature. secret: including whsec_.
def genuine?(body, header, secret)
  match = /\\At=(\\d+),v1=([0-9a-f]{64})\\z/.match(header.to_s)
  return false if match.nil? || (Time.now.to_i - match[1].to_i).abs > 300

  mac = OpenSSL::HMAC.hexdigest('SHA256', secret, "#{match[1]}.#{body}")
  OpenSSL.fixed_length_secure_compare(mac, match[2])
end
`,
  curl: `# SECRET: the signing secret, including whsec_. URL: your endpoint.
BODY='{"event":"test.ping"}'
T=$(date +%s)
MAC=$(printf '%s.%s' "$T" "$BODY" | openssl dgst -sha256 -hmac "$SECRET" -r | cut -d ' ' -f 1)
curl -i "$URL" -H 'Content-Type: application/json' -H "X-Service-Signature: t=$T,v1=$MAC" \\
  -H 'X-Service-Event: test.ping' -d "$BODY"
`,
} as const satisfies Record<VerifyLanguage, string>
