import * as v from 'valibot'
import type { HealthChange, RaisedProblem } from '../numbers/health.ts'
import { APPEAL, RECONNECT, warned } from './account-problems.ts'
import { Text, Time } from './json-words.ts'

/** A list of texts, or one text. Anything else is empty. */
const Texts = v.fallback(
  v.optional(
    v.union([
      v.array(v.string()),
      v.pipe(
        v.string(),
        v.transform((text) => [text]),
      ),
    ]),
    [],
  ),
  [],
)

const BanInfo = v.object({ waba_ban_state: Texts, waba_ban_date: Text })
const Restriction = v.object({ restriction_type: Text, expiration: Time })

/** The value of an `account_update`. */
export const AccountUpdate = v.object({
  event: v.string(),
  ban_info: v.fallback(v.optional(BanInfo), undefined),
  restriction_info: v.fallback(v.optional(v.array(v.unknown())), undefined),
  violation_info: v.fallback(v.optional(v.object({ violation_type: Text })), undefined),
})
type AccountUpdate = v.InferOutput<typeof AccountUpdate>

/** What each restriction of the provider forbids. */
const RESTRICTIONS: Readonly<Record<string, Pick<RaisedProblem, 'text' | 'forbids'>>> = {
  RESTRICTED_BIZ_INITIATED_MESSAGING: {
    text: `The business may not write first: templates are refused. Replies to customers are sent. ${APPEAL}`,
    forbids: 'initiated',
  },
  RESTRICTED_CUSTOMER_INITIATED_MESSAGING: {
    text: `The business may not reply to customers. ${APPEAL}`,
    forbids: 'replies',
  },
  RESTRICTED_ADD_PHONE_NUMBER_ACTION: {
    text: `No phone number can be added to the account. ${APPEAL}`,
    forbids: 'nothing',
  },
}

type AccountMeaning = Omit<HealthChange, 'at'> & { readonly code: string }

/** A word of an `account_update` and what it means for the account. */
const ACCOUNT_EVENTS: Readonly<Record<string, (update: AccountUpdate) => AccountMeaning>> = {
  DISABLED_UPDATE({ event, ban_info }): AccountMeaning {
    const [word = event] = ban_info?.waba_ban_state ?? []
    if (word === 'REINSTATE') return { code: word, topics: { ban: [], violation: [], restriction: [], policy: [] } }
    const date = ban_info?.waba_ban_date ? ` (${ban_info.waba_ban_date})` : ''
    if (word === 'SCHEDULE_FOR_DISABLE') {
      const text = `The provider will disable the account${date}. ${APPEAL}`
      return { code: word, topics: { ban: [warned(word, text)] } }
    }
    if (word !== 'DISABLE' && word !== event) {
      const text = `The provider changed the state of the account to ${word}${date}. ${APPEAL}`
      return { code: word, topics: { ban: [{ code: word, text, state: 'restricted' }] } }
    }
    const text = `The provider has disabled the account${date}: nothing can be sent. ${APPEAL}`
    return { code: word, topics: { ban: [{ code: word, text, state: 'blocked', forbids: 'everything' }] } }
  },
  ACCOUNT_RESTRICTION({ event, restriction_info = [{}] }) {
    const restriction = restriction_info.map((item): RaisedProblem => {
      const parsed = v.safeParse(Restriction, item)
      const { restriction_type: code = event, expiration: until } = parsed.success ? parsed.output : {}
      const known = Object.hasOwn(RESTRICTIONS, code) ? RESTRICTIONS[code] : undefined
      const text = `The provider restricts the account. ${APPEAL}`
      return { code, state: 'restricted', text, forbids: 'nothing', ...known, until }
    })
    return { code: restriction[0]?.code ?? event, topics: { restriction } }
  },
  ACCOUNT_VIOLATION({ event, violation_info }) {
    const kind = violation_info?.violation_type ? ` (${violation_info.violation_type})` : ''
    const text = `The provider reports a violation of its policy${kind}. Correct it: repeated violations restrict the account. ${APPEAL}`
    return { code: event, topics: { violation: [warned(event, text)] } }
  },
  ACCOUNT_OFFBOARDED: ({ event }) => ({
    code: event,
    topics: { connection: [disconnected(event, 'The account left the provider’s cloud API: nothing can be sent.')] },
  }),
  ACCOUNT_DELETED: ({ event }) => ({
    code: event,
    topics: { connection: [disconnected(event, 'The account was deleted at the provider: nothing can be sent.')] },
  }),
  PARTNER_REMOVED: ({ event }) => ({
    code: event,
    topics: {
      connection: [
        disconnected(event, 'The owner of the account removed this service at the provider: nothing can be sent.'),
      ],
    },
  }),
  PARTNER_APP_UNINSTALLED: ({ event }) => ({
    code: event,
    topics: {
      connection: [
        disconnected(event, 'The owner of the account uninstalled this service at the provider: nothing can be sent.'),
      ],
    },
  }),
  PARTNER_ADDED: ({ event }) => ({ code: event, topics: { connection: [] } }),
  PARTNER_APP_INSTALLED: ({ event }) => ({ code: event, topics: { connection: [] } }),
  ACCOUNT_RECONNECTED: ({ event }) => ({ code: event, topics: { connection: [] } }),
  VERIFIED_ACCOUNT: ({ event }) => ({ code: event, topics: { review: [] } }),
  ...Object.fromEntries(
    [
      'AD_ACCOUNT_LINKED',
      'AUTH_INTL_PRICE_ELIGIBILITY_UPDATE',
      'BUSINESS_PRIMARY_LOCATION_COUNTRY_UPDATE',
      'MM_LITE_TERMS_SIGNED',
      'PARTNER_CLIENT_CERTIFICATION_STATUS_UPDATE',
      'VOLUME_BASED_PRICING_TIER_UPDATE',
    ].map((word) => [word, ({ event }: AccountUpdate): AccountMeaning => ({ code: event, topics: {} })]),
  ),
}

function disconnected(code: string, text: string): RaisedProblem {
  return { code, text: `${text} ${RECONNECT}`, state: 'blocked', forbids: 'everything' }
}

/** Returns what an update of an account means for it, or undefined for an unknown word. */
export function meaningOfUpdate(update: AccountUpdate): AccountMeaning | undefined {
  return Object.hasOwn(ACCOUNT_EVENTS, update.event) ? ACCOUNT_EVENTS[update.event]?.(update) : undefined
}
