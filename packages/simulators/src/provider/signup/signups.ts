import * as v from 'valibot'
import { type Clock, randomDigits, randomHex } from '../../clock.ts'
import { StoredMap } from '../stored-map.ts'

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
