import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { type Clock, randomDigits, randomHex } from '../../clock.ts'
import type { Route } from '../../router.ts'
import { StoredMap } from '../stored-lines.ts'
import { digitsOf } from '../webhook-envelopes.ts'
import type { World } from '../world.ts'

/** The app that customers grant access to. */
interface ProviderApp {
  appId: string
  appSecret: string
}

interface Code {
  wabaIds: string[]
  redirectUri: string
  /** Milliseconds since the epoch. */
  expiresAt: number
}

const Account = v.object({ wabaId: v.string(), name: v.string() })
const Grant = v.object({ token: v.string(), wabaIds: v.array(v.string()) })

const CODE_LIFETIME_MS = 10 * 60_000
const ID_DIGITS = 15

/** The signups of customers: their accounts, and the app's access to them. */
export class Signups {
  readonly app: ProviderApp
  readonly accounts: StoredMap<v.InferOutput<typeof Account>>
  /** Accounts whose events are sent to the app. */
  readonly subscribed = new Set<string>()
  /** Numbers that are not registered yet, by the provider's id. */
  readonly unregistered = new Set<string>()
  readonly #grants: StoredMap<v.InferOutput<typeof Grant>>
  readonly #codes = new Map<string, Code>()
  readonly #clock: Clock

  constructor(app: ProviderApp, clock: Clock, file?: string) {
    this.app = app
    this.#clock = clock
    this.accounts = new StoredMap(Account, file && `${file}.accounts`)
    this.#grants = new StoredMap(Grant, file && `${file}.grants`)
  }

  open(name: string): string {
    const wabaId = randomDigits(ID_DIGITS)
    this.accounts.set(wabaId, { wabaId, name })
    return wabaId
  }

  /** Issues a code for access to accounts. It is valid once, for ten minutes, with the redirect URL of the signup. */
  issueCode(wabaIds: string[], redirectUri: string): string {
    const code = `AQ${randomHex(40)}`
    this.#codes.set(code, { wabaIds, redirectUri, expiresAt: this.#clock() + CODE_LIFETIME_MS })
    return code
  }

  /** Returns the access token for a code; undefined for an invalid or expired code. */
  redeem(code: string, redirectUri: string): string | undefined {
    const issued = this.#codes.get(code)
    if (!issued || issued.redirectUri !== redirectUri || issued.expiresAt < this.#clock()) return undefined
    this.#codes.delete(code)
    const token = `EAA${randomHex(48)}`
    this.#grants.set(token, { token, wabaIds: issued.wabaIds })
    return token
  }

  /** Returns the accounts of a token; undefined for an unknown token. */
  accountsOf(token: string): readonly string[] | undefined {
    return this.#grants.get(token)?.wabaIds
  }
}

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
