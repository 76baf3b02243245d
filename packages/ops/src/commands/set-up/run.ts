import { createApiKey as keyCreation } from '@replywright/contract/dashboard/api-keys.ts'
import { renameOrganization } from '@replywright/contract/dashboard/profile.ts'
import { WebhookInput } from '@replywright/contract/dashboard/webhooks.ts'
import { USUAL_EVENTS } from '@replywright/contract/envelope.ts'
import { PhoneNumber } from '@replywright/contract/fields.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { unshareWithMember } from '@replywright/core/agents/shares/my-shares.ts'
import * as accounts from '@replywright/core/channel/provider/accounts/accounts.ts'
import {
  DEFAULT_PROVIDER_BASE_URL,
  DEFAULT_SIGNUP_DIALOG_URL,
  putProviderSettings,
} from '@replywright/core/channel/provider/provider-settings.ts'
import { listenersToAll } from '@replywright/core/deliveries/webhooks/view-webhooks.ts'
import * as webhooks from '@replywright/core/deliveries/webhooks/webhooks.ts'
import * as apiKeys from '@replywright/core/people/api-keys/api-keys.ts'
import { findMember } from '@replywright/core/people/members/members.ts'
import * as organizations from '@replywright/core/people/organizations/organizations.ts'
import * as users from '@replywright/core/people/users/accounts.ts'
import { findUser } from '@replywright/core/people/users/users.ts'
import { check } from '@replywright/core/platform/check.ts'
import { newId } from '@replywright/core/platform/clock.ts'
import * as v from 'valibot'
import type { Input } from '../../command.ts'
import { invalidOption, readRole } from '../../read-options.ts'

/** Properties of a created resource, by name. */
export type Row = Readonly<Record<string, string | number | boolean>>

export async function setProvider(input: Input, now: EpochMs, flags: ReadonlySet<string>): Promise<Row> {
  const { APP_SECRET = '', VERIFY_TOKEN = '', 'app-id': appId, 'config-id': configId } = input
  if ((appId === undefined) !== (configId === undefined))
    throw invalidOption('--app-id and --config-id must be used together')
  const baseUrl = input['base-url'] ?? DEFAULT_PROVIDER_BASE_URL
  const dialogUrl = input['dialog-url'] ?? DEFAULT_SIGNUP_DIALOG_URL
  const signup = appId !== undefined && configId !== undefined ? { appId, configId, dialogUrl } : undefined
  const revokesPrevious = flags.has('revoke-previous')
  await putProviderSettings({ appSecret: APP_SECRET, verifyToken: VERIFY_TOKEN, baseUrl, signup, revokesPrevious }, now)
  return { provider: baseUrl }
}

export async function createOrganization(input: Input, now: EpochMs): Promise<Row> {
  const { name } = check(renameOrganization.body, input)
  const { organizationId, userId, sandboxNumber } = await organizations.createOrganization(name, now)
  return { organization: organizationId, user: userId, sandboxNumber }
}

/** Adds a user. Cognito mails a temporary password to new accounts. */
export async function addUser(
  { email = '', organization, role }: Input,
  now: EpochMs,
  flags: ReadonlySet<string>,
): Promise<Row> {
  const operator = flags.has('operator')
  if (role !== undefined && organization === undefined)
    throw invalidOption('--role requires --organization: without it, the user is created at the first sign-in.')
  const place = { organizationId: organization, role: readRole(role ?? 'admin') }
  const input = { email: email.toLowerCase(), ...place, operator }
  const subject = await users.addUser(input, now)
  const user = organization === undefined ? null : await findUser({ email: input.email })
  if (user && organization !== undefined) await unshareWithMember(organization, user)
  return { email, subject, organization: organization ?? 'a new organisation', operator }
}

export async function connectNumber(input: Input, now: EpochMs): Promise<Row> {
  const { organization = '', ACCESS_TOKEN = '' } = input
  const { number } = check(v.object({ number: PhoneNumber }), input)
  await organizations.requireOrganization(organization)
  const connected = await accounts.connectNumber(
    organization,
    {
      waId: input['wa-id'] ?? '',
      accountName: input['account-name'] ?? '',
      phoneNumberId: input['phone-number-id'] ?? '',
      accessToken: ACCESS_TOKEN,
      number,
    },
    listenersToAll,
    now,
  )
  return { number: connected.number, phoneNumberId: connected.phoneNumberId, account: connected.accountId ?? '' }
}

export async function addNumbers(input: Input, now: EpochMs): Promise<Row> {
  const digits = (text = '') => text.replace(/\D/g, '')
  const { id, phoneNumber } = await accounts.offerNumber(digits(input.number), digits(input['calling-code']), now)
  return { id, number: phoneNumber }
}

/** Creates a webhook for all events of all current and future numbers of the organisation. */
export async function createWebhook({ organization = '', user = '', ...input }: Input, now: EpochMs): Promise<Row> {
  const { name, url } = check(v.pick(WebhookInput, ['name', 'url']), input)
  await organizations.requireOrganization(organization)
  if (!(await findMember(organization, user)))
    throw invalidOption(`--user: no member has this id: npm run ops -- users list --organization ${organization}`)
  const { webhook, secret } = await webhooks.createWebhook(
    { organizationId: organization, userId: user },
    { name, url, events: USUAL_EVENTS, phoneNumberIds: 'all' },
    now,
    newId(),
  )
  return { webhook: webhook.id, url, signingSecret: secret }
}

export async function createApiKey(input: Input, now: EpochMs): Promise<Row> {
  const { organization = '', user = '' } = input
  const { name, permission } = check(keyCreation.body, input)
  const { gatewayKeyId, value } = await apiKeys.createApiKey(
    { organizationId: organization, userId: user },
    { name, permission },
    now,
  )
  return { id: gatewayKeyId, apiKey: value, permission, note: 'On AWS it can take a few minutes until the key works.' }
}
