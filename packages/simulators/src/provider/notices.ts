import * as v from 'valibot'
import { unixSeconds } from '../clock.ts'
import type { Route } from '../router.ts'
import { parseBody } from './control.ts'
import { type BusinessNumber, type Change, digitsOf, entry, envelope, errorsChange } from './webhook-envelopes.ts'
import { findNumber, type World } from './world.ts'

const DAY_SECONDS = 86_400

/** What a notice is about. Times are in unix seconds. */
interface About {
  readonly number: BusinessNumber
  readonly now: number
}

const account = (value: object): Change => ({ field: 'account_update', value })
const display = ({ number }: About) => ({ display_phone_number: digitsOf(number.displayPhoneNumber) })
const TEMPLATE = {
  message_template_id: 12,
  message_template_name: 'order_update',
  message_template_language: 'en_US',
}
const restriction =
  (restriction_type: string) =>
  ({ now }: About) =>
    account({
      event: 'ACCOUNT_RESTRICTION',
      restriction_info: [{ restriction_type, expiration: now + 7 * DAY_SECONDS }],
    })
const alert =
  (alert_status: string) =>
  ({ number }: About): Change => ({
    field: 'account_alerts',
    value: {
      entity_type: 'PHONE_NUMBER',
      entity_id: number.phoneNumberId,
      alert_info: {
        alert_severity: 'CRITICAL',
        alert_status,
        alert_type: 'INCREASED_CAPABILITIES_ELIGIBILITY_FAILED',
        alert_description: 'The business is not eligible for a higher limit.',
      },
    },
  })
const quality =
  (event: string, current_limit: string) =>
  (about: About): Change => ({
    field: 'phone_number_quality_update',
    value: { ...display(about), event, current_limit },
  })
const name =
  (decision: string, rejection_reason: string) =>
  (about: About): Change => ({
    field: 'phone_number_name_update',
    value: { ...display(about), decision, requested_verified_name: 'The Daily Grind', rejection_reason },
  })
const flow = (new_status: string) => (): Change => ({
  field: 'flows',
  value: {
    event: 'FLOW_STATUS_CHANGE',
    message: `The flow is ${new_status}.`,
    flow_id: '5',
    old_status: 'PUBLISHED',
    new_status,
  },
})
const error =
  (code: number, title: string) =>
  ({ number }: About) =>
    errorsChange(number, [{ code, title, details: title }])

/** The notices of the provider, by what they tell. */
const NOTICES: Readonly<Record<string, (about: About) => Change>> = {
  banned: () =>
    account({
      event: 'DISABLED_UPDATE',
      ban_info: { waba_ban_state: ['DISABLE'], waba_ban_date: 'November 29, 2026' },
    }),
  ban_scheduled: () =>
    account({
      event: 'DISABLED_UPDATE',
      ban_info: { waba_ban_state: ['SCHEDULE_FOR_DISABLE'], waba_ban_date: 'December 6, 2026' },
    }),
  reinstated: () => account({ event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: ['REINSTATE'] } }),
  restricted: restriction('RESTRICTED_BIZ_INITIATED_MESSAGING'),
  replies_restricted: restriction('RESTRICTED_CUSTOMER_INITIATED_MESSAGING'),
  numbers_restricted: restriction('RESTRICTED_ADD_PHONE_NUMBER_ACTION'),
  unrestricted: () => account({ event: 'ACCOUNT_RESTRICTION', restriction_info: [] }),
  violation: () => account({ event: 'ACCOUNT_VIOLATION', violation_info: { violation_type: 'SCAM' } }),
  offboarded: () => account({ event: 'ACCOUNT_OFFBOARDED' }),
  reconnected: () => account({ event: 'ACCOUNT_RECONNECTED' }),
  partner_removed: () => account({ event: 'PARTNER_REMOVED' }),
  partner_added: () => account({ event: 'PARTNER_ADDED' }),
  verified: () => account({ event: 'VERIFIED_ACCOUNT' }),
  price_tier: () => account({ event: 'VOLUME_BASED_PRICING_TIER_UPDATE' }),
  alert: alert('ACTIVE'),
  alert_ended: alert('NONE'),
  review_rejected: () => ({ field: 'account_review_update', value: { decision: 'REJECTED' } }),
  review_approved: () => ({ field: 'account_review_update', value: { decision: 'APPROVED' } }),
  flagged: quality('FLAGGED', 'TIER_1K'),
  unflagged: quality('UNFLAGGED', 'TIER_1K'),
  limit_raised: quality('THROUGHPUT_UPGRADE', 'TIER_100K'),
  limit_lowered: quality('DOWNGRADE', 'TIER_250'),
  name_rejected: name('REJECTED', 'NAME_NAMING_PRACTICE_VIOLATION'),
  name_approved: name('APPROVED', 'NONE'),
  capability: () => ({
    field: 'business_capability_update',
    value: { max_daily_conversations_per_business: 2000, max_phone_numbers_per_waba: 25 },
  }),
  pin_changed: (about: About) => ({
    field: 'security',
    value: { ...display(about), event: 'PIN_CHANGED', requester: '500000000000001' },
  }),
  template_category: () => ({
    field: 'template_category_update',
    value: { ...TEMPLATE, previous_category: 'UTILITY', new_category: 'MARKETING' },
  }),
  template_changed: () => ({
    field: 'message_template_components_update',
    value: { ...TEMPLATE, message_template_element: 'Your order is on its way.' },
  }),
  form_blocked: flow('BLOCKED'),
  form_published: flow('PUBLISHED'),
  error: error(131000, 'Something went wrong'),
  no_payment: error(131042, 'Business eligibility payment issue'),
}

/** What a number can send after a notice, if that changes. */
const CAN_SEND: Readonly<Record<string, World['canSend']>> = {
  banned: 'BLOCKED',
  restricted: 'LIMITED',
  replies_restricted: 'LIMITED',
  offboarded: 'BLOCKED',
  partner_removed: 'BLOCKED',
  reinstated: 'AVAILABLE',
  unrestricted: 'AVAILABLE',
  reconnected: 'AVAILABLE',
  partner_added: 'AVAILABLE',
}

/** What `sendNotice` can tell. */
export const NOTICE_NAMES = Object.keys(NOTICES)

const Input = v.strictObject({
  notice: v.picklist(NOTICE_NAMES),
  /** The provider's id or the digits of the number. @default the first number */
  number: v.optional(v.string()),
  /** Unix seconds. @default now */
  time: v.optional(v.number()),
})
export type NoticeInput = v.InferOutput<typeof Input>

/** Posts a notice about a number and its account. Resolves after the webhook's first attempt. */
export async function sendNotice(
  { notice, number: named, time }: NoticeInput,
  world: World,
): Promise<{ status: number; delivered: boolean }> {
  const number = named === undefined ? world.numbers[0] : findNumber(world.numbers, named)
  if (!number) throw new Error(`no such number: ${named}`)
  const now = time ?? unixSeconds(world.clock)
  world.canSend = CAN_SEND[notice] ?? world.canSend
  const change = NOTICES[notice]?.({ number, now })
  if (!change) throw new Error(`no such notice: ${notice}`)
  return await world.webhooks.post(envelope(entry(number.wabaId, [change], now)))
}

/** `POST /simulator/notices`: posts a notice of the provider. */
export const noticeRoute: Route<World> = {
  method: 'POST',
  path: '/simulator/notices',
  async handle(call, world) {
    return { status: 202, body: await sendNotice(parseBody(call, Input), world) }
  },
}
