import { randomInt, timingSafeEqual } from 'node:crypto'
import { client, number, serve, submitTemplate } from '../shared.ts'

const VALID_MILLISECONDS = 5 * 60_000
const MOST_TRIES = 3
const TEMPLATE = 'sign_in_code'

/** The codes that were sent, by phone number. Several processes need a store that they share. */
const codes = new Map<string, { readonly code: string; readonly until: number; tries: number }>()

// The provider writes the text of an AUTHENTICATION template, and requires its button.
await submitTemplate({
  name: TEMPLATE,
  category: 'AUTHENTICATION',
  components: [
    { type: 'BODY', add_security_recommendation: true },
    { type: 'FOOTER', code_expiration_minutes: 5 },
    { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE' }] },
  ],
})

async function send(phone: string) {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  codes.set(phone, { code, until: Date.now() + VALID_MILLISECONDS, tries: 0 })
  await client.conversations.create({
    toNumber: phone,
    fromNumber: number,
    message: { type: 'template', template: { name: TEMPLATE, variables: [code] } },
  })
  return { status: 202 }
}

function check(phone: string, tried: string) {
  const sent = codes.get(phone)
  if (!sent || sent.until < Date.now() || sent.tries >= MOST_TRIES) return { status: 410 }
  sent.tries += 1
  const [given, right] = [Buffer.from(tried), Buffer.from(sent.code)]
  const isRight = given.length === right.length && timingSafeEqual(given, right)
  if (isRight) codes.delete(phone)
  return { status: isRight ? 204 : 403 }
}

const url = await serve(async ({ path, body }) => {
  const { phone, code = '' }: { phone: string; code?: string } = JSON.parse(body.toString())
  return path === '/check' ? check(phone, code) : await send(phone)
})
console.log(`Sign-in codes are at ${url}`)
