import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { randomDigits } from '../../clock.ts'
import type { Route } from '../../router.ts'
import { digitsOf } from '../webhook-envelopes.ts'
import type { World } from '../world.ts'

const page = readFileSync(new URL('./page.html', import.meta.url), 'utf8')

const Dialog = v.object({
  client_id: v.string(),
  redirect_uri: v.pipe(v.string(), v.url()),
  state: v.string(),
  config_id: v.pipe(v.string(), v.nonEmpty()),
  response_type: v.literal('code'),
})

/** The customer's decision: a business and its number, as digits or empty for none; or a cancellation. */
const Decision = v.object({
  redirect_uri: v.pipe(v.string(), v.url()),
  state: v.string(),
  decision: v.picklist(['finish', 'cancel']),
  business: v.optional(v.string(), ''),
  number: v.optional(v.string(), ''),
})

/** The provider's signup in the customer's browser: the page, and the handling of its form. */
export const signupRoutes: readonly Route<World>[] = [
  {
    method: 'GET',
    path: '/{version}/dialog/oauth',
    handle({ query }, { signups }) {
      const dialog = v.parse(Dialog, Object.fromEntries(query))
      if (dialog.client_id !== signups.app.appId) return { status: 400, body: { error: 'Invalid App ID' } }
      return { status: 200, body: page }
    },
  },
  {
    method: 'POST',
    path: '/simulator/signup',
    handle({ body }, world) {
      const { redirect_uri, state, ...choice } = v.parse(
        Decision,
        Object.fromEntries(new URLSearchParams(body.toString())),
      )
      const back = new URL(redirect_uri)
      back.searchParams.set('state', state)
      if (choice.decision === 'cancel') {
        back.searchParams.set('error', 'access_denied')
        back.searchParams.set('error_reason', 'user_denied')
      } else {
        back.searchParams.set('code', world.signups.issueCode([signUp(choice, world)], redirect_uri))
      }
      return { status: 303, headers: { location: back.href } }
    },
  },
]

/** Returns the id of the account with this number, or creates an account with the number. */
function signUp({ business, number }: { business: string; number: string }, world: World): string {
  const digits = digitsOf(number)
  const existing = world.numbers.find((other) => digitsOf(other.displayPhoneNumber) === digits)
  if (existing) return existing.wabaId
  const name = business || 'A new business'
  const wabaId = world.signups.open(name)
  if (digits !== '') {
    const phoneNumberId = randomDigits(15)
    world.addNumber({ phoneNumberId, displayPhoneNumber: `+${digits}`, wabaId, verifiedName: name })
    world.signups.unregistered.add(phoneNumberId)
  }
  return wabaId
}
