import { expect, test } from 'vitest'
import { changeHealth, findRestriction, viewHealth } from '../numbers/health.ts'
import { isNoticeField, readNotice, readNumberError } from './read-notice.ts'

const NOW = 1_800_000_000_000
const DAY = 86_400_000
const entry = { id: '200000000000001', time: NOW / 1000 }
const about = { display_phone_number: '+44 7700 900100' }
const template = { message_template_id: '12', message_template_name: 'order', message_template_language: 'en' }
const restriction = (restriction_type: string) => ({
  event: 'ACCOUNT_RESTRICTION',
  restriction_info: [{ restriction_type, expiration: 1_900_000_000 }],
})
const ban = (...waba_ban_state: string[]) => ({ event: 'DISABLED_UPDATE', ban_info: { waba_ban_state } })
const alert = (alert_severity: string, alert_status: string) => ({
  entity_type: 'PHONE_NUMBER',
  entity_id: '7',
  alert_info: { alert_severity, alert_status, alert_type: 'SOME_ALERT', alert_description: 'Look.' },
})

/** The health of a number without notices after one, and what the number may send. */
function after(field: string, value: object) {
  const notice = readNotice(field, value, entry, NOW)
  if (!notice) return undefined
  const { state, quality, messagingLimit, problems } = viewHealth(changeHealth({ topics: {} }, notice, NOW), NOW)
  return [notice.code, state, problems.map(({ code }) => code).join(), quality, messagingLimit]
}

const of = (...expected: unknown[]) => expected.concat([null, null]).slice(0, 5)

test.each([
  ['account_update', ban('DISABLE'), of('DISABLE', 'blocked', 'DISABLE')],
  ['account_update', ban('SCHEDULE_FOR_DISABLE'), of('SCHEDULE_FOR_DISABLE', 'warned', 'SCHEDULE_FOR_DISABLE')],
  ['account_update', ban('REINSTATE'), of('REINSTATE', 'ok', '')],
  [
    'account_update',
    restriction('RESTRICTED_BIZ_INITIATED_MESSAGING'),
    of('RESTRICTED_BIZ_INITIATED_MESSAGING', 'restricted', 'RESTRICTED_BIZ_INITIATED_MESSAGING'),
  ],
  ['account_update', restriction('A_NEW_ONE'), of('A_NEW_ONE', 'restricted', 'A_NEW_ONE')],
  [
    'account_update',
    { event: 'ACCOUNT_VIOLATION', violation_info: { violation_type: 'SCAM' } },
    of('ACCOUNT_VIOLATION', 'warned', 'ACCOUNT_VIOLATION'),
  ],
  ['account_update', { event: 'ACCOUNT_OFFBOARDED' }, of('ACCOUNT_OFFBOARDED', 'blocked', 'ACCOUNT_OFFBOARDED')],
  ['account_update', { event: 'PARTNER_REMOVED' }, of('PARTNER_REMOVED', 'blocked', 'PARTNER_REMOVED')],
  ['account_update', { event: 'VERIFIED_ACCOUNT' }, of('VERIFIED_ACCOUNT', 'ok', '')],
  ['account_update', { event: 'VOLUME_BASED_PRICING_TIER_UPDATE' }, of('VOLUME_BASED_PRICING_TIER_UPDATE', 'ok', '')],
  ['account_update', { event: 'MM_LITE_TERMS_SIGNED' }, of('MM_LITE_TERMS_SIGNED', 'ok', '')],
  [
    'account_update',
    { event: 'AD_ACCOUNT_LINKED', waba_info: { ad_account_id: '1' } },
    of('AD_ACCOUNT_LINKED', 'ok', ''),
  ],
  ['account_update', { event: 'SOMETHING_NEW' }, undefined],
  ['account_alerts', alert('CRITICAL', 'ACTIVE'), of('SOME_ALERT', 'warned', 'SOME_ALERT')],
  ['account_alerts', alert('CRITICAL', 'NONE'), of('SOME_ALERT', 'ok', '')],
  ['account_alerts', alert('INFORMATIONAL', 'ACTIVE'), of('SOME_ALERT', 'ok', '')],
  ['account_review_update', { decision: 'REJECTED' }, of('REJECTED', 'restricted', 'REJECTED')],
  ['account_review_update', { decision: 'APPROVED' }, of('APPROVED', 'ok', '')],
  [
    'phone_number_quality_update',
    { ...about, event: 'FLAGGED', current_limit: 'TIER_1K' },
    ['FLAGGED', 'warned', 'FLAGGED', 'RED', 'TIER_1K'],
  ],
  ['phone_number_quality_update', { ...about, event: 'UNFLAGGED' }, ['UNFLAGGED', 'ok', '', 'UNKNOWN', null]],
  [
    'phone_number_quality_update',
    { ...about, event: 'ONBOARDING', max_daily_conversations_per_business: 'TIER_10K' },
    ['ONBOARDING', 'ok', '', null, 'TIER_10K'],
  ],
  [
    'phone_number_name_update',
    { ...about, decision: 'REJECTED', requested_verified_name: 'Grind' },
    of('REJECTED', 'warned', 'REJECTED'),
  ],
  ['phone_number_name_update', { ...about, decision: 'APPROVED' }, of('APPROVED', 'ok', '')],
  ['business_capability_update', { max_daily_conversations_per_business: 2000 }, ['2000', 'ok', '', null, '2000']],
  ['business_capability_update', {}, undefined],
  ['security', { ...about, event: 'PIN_CHANGED', requester: '1' }, of('PIN_CHANGED', 'warned', 'PIN_CHANGED')],
  [
    'template_category_update',
    { ...template, previous_category: 'UTILITY', new_category: 'MARKETING' },
    of('MARKETING', 'warned', 'MARKETING'),
  ],
  [
    'template_category_update',
    { ...template, correct_category: 'MARKETING', new_category: 'UTILITY' },
    of('UTILITY', 'warned', 'UTILITY'),
  ],
  [
    'message_template_components_update',
    { ...template, message_template_element: 'Hi' },
    of('message_template_components_update', 'warned', 'message_template_components_update'),
  ],
  [
    'flows',
    { event: 'FLOW_STATUS_CHANGE', flow_id: '5', old_status: 'PUBLISHED', new_status: 'BLOCKED' },
    of('BLOCKED', 'warned', 'BLOCKED'),
  ],
  [
    'flows',
    { event: 'ENDPOINT_ERROR_RATE', flow_id: '5', alert_state: 'DEACTIVATED' },
    of('ENDPOINT_ERROR_RATE', 'ok', ''),
  ],
] as const)('%s %j', (field, value, expected) => {
  expect(isNoticeField(field)).toBe(true)
  expect(after(field, value)).toEqual(expected)
})

test.each([
  [{ event: 'FLOW_VERSION_EXPIRY_WARNING', flow_id: '5', warning: 'The version ends soon.' }, 'ok'],
  [{ event: 'FLOW_STATUS_CHANGE', flow_id: '5', new_status: 'DEPRECATED' }, 'ok'],
  [{ event: 'FLOW_STATUS_CHANGE', flow_id: '5', new_status: 'BLOCKED' }, 'warned'],
  [{ event: 'ENDPOINT_LATENCY', flow_id: '5', alert_state: 'ACTIVATED' }, 'warned'],
])('a problem of a form that no notice ends, ends by itself: %j is %s a month later', (value, later) => {
  const notice = readNotice('flows', value, entry, NOW)
  const health = changeHealth({ topics: {} }, { at: NOW, topics: notice?.topics ?? {} }, NOW)
  expect([viewHealth(health, NOW).state, viewHealth(health, NOW + 30 * DAY).state]).toEqual(['warned', later])
})

test.each([
  [ban('DISABLE'), true, true],
  [ban('SCHEDULE_FOR_DISABLE'), false, false],
  [restriction('RESTRICTED_BIZ_INITIATED_MESSAGING'), true, false],
  [restriction('RESTRICTED_CUSTOMER_INITIATED_MESSAGING'), false, true],
  [restriction('RESTRICTED_ADD_PHONE_NUMBER_ACTION'), false, false],
])('%j forbids to write first: %s, and to reply: %s', (value, initiated, replies) => {
  const notice = readNotice('account_update', value, entry, NOW)
  const health = notice && JSON.stringify(changeHealth({ topics: {} }, notice, NOW))
  expect(
    [findRestriction({ health }, 'initiated', NOW), findRestriction({ health }, 'replies', NOW)].map(Boolean),
  ).toEqual([initiated, replies])
})

test('an error of a number ends after a day; a missing payment method restricts it', () => {
  const states = [131042, '131000', 'none'].map((code) => {
    const notice = readNumberError('7', { code, title: 'Some error' }, NOW)
    const health = notice && changeHealth({ topics: {} }, notice, NOW)
    return health && [viewHealth(health, NOW + DAY - 1).state, viewHealth(health, NOW + DAY).state]
  })
  expect(states).toEqual([
    ['restricted', 'ok'],
    ['warned', 'ok'],
    ['warned', 'ok'],
  ])
  expect(readNumberError('7', { title: 'No code' }, NOW)).toBeUndefined()
})

test('a field without an entry or an object is no notice', () => {
  expect(readNotice('security', { event: 'PIN_CHANGED' }, {}, NOW)).toBeUndefined()
  expect(readNotice('security', 'PIN_CHANGED', entry, NOW)).toBeUndefined()
  expect(isNoticeField('constructor')).toBe(false)
})
