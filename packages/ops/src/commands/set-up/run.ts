import { USUAL_EVENTS } from '@messaging/contract/envelope.ts'
import { PhoneNumber } from '@messaging/contract/fields.ts'
import { unshareWithMember } from '@messaging/core/agents/share-agent.ts'
import { offerNumber } from '@messaging/core/channel/numbers/available-numbers.ts'
import * as numbers from '@messaging/core/channel/numbers/connect-number.ts'
import { getNumber } from '@messaging/core/channel/numbers/find-number.ts'
import {
  DEFAULT_PROVIDER_BASE_URL,
  DEFAULT_SIGNUP_DIALOG_URL,
  putProviderSettings,
} from '@messaging/core/channel/provider/provider-settings.ts'
import * as webhooks from '@messaging/core/deliveries/webhooks/create-webhook.ts'
import { listenersToAll } from '@messaging/core/deliveries/webhooks/get-webhook.ts'
import * as apiKeys from '@messaging/core/people/api-keys/create-api-key.ts'
import * as organizations from '@messaging/core/people/organizations/create-organization.ts'
import { putCodeSender } from '@messaging/core/people/phone-proof/code-sender.ts'
import * as users from '@messaging/core/people/users/add-user.ts'
import { findUser } from '@messaging/core/people/users/find-user.ts'
import { newId } from '@messaging/core/platform/clock.ts'
import * as v from 'valibot'
import type { Input } from '../../command.ts'
import { readRole } from '../../read-role.ts'

/** Properties of a created resource, by name. */
export type Row = Readonly<Record<string, string | number | boolean>>

export async function setProvider(input: Input, now: number, flags: ReadonlySet<string>): Promise<Row> {
  const { APP_SECRET = '', VERIFY_TOKEN = '', 'app-id': appId, 'config-id': configId } = input
  if ((appId === undefined) !== (configId === undefined))
    throw new Error('--app-id and --config-id must be used together')
  const baseUrl = input['base-url'] ?? DEFAULT_PROVIDER_BASE_URL
  const dialogUrl = input['dialog-url'] ?? DEFAULT_SIGNUP_DIALOG_URL
  const signup = appId !== undefined && configId !== undefined ? { appId, configId, dialogUrl } : undefined
  const revokesPrevious = flags.has('revoke-previous')
  await putProviderSettings({ appSecret: APP_SECRET, verifyToken: VERIFY_TOKEN, baseUrl, signup, revokesPrevious }, now)
  return { provider: baseUrl }
}

export async function createOrganization({ name = '' }: Input, now: number): Promise<Row> {
  const { organizationId, userId, sandboxNumber } = await organizations.createOrganization(name, now)
  return { organization: organizationId, user: userId, sandboxNumber }
}

/** Adds a user. Cognito mails a temporary password to new accounts. */
export async function addUser(
  { email = '', organization, role, phone }: Input,
  now: number,
  flags: ReadonlySet<string>,
): Promise<Row> {
  const operator = flags.has('operator')
  for (const [name, value] of Object.entries({ phone, role }))
    if (value !== undefined && organization === undefined)
      throw new Error(`--${name} requires --organization: without it, the user is created at the first sign-in.`)
  const phoneNumber = phone === undefined ? undefined : v.parse(PhoneNumber, phone)
  const place = { organizationId: organization, role: readRole(role ?? 'admin') }
  const input = { email: email.toLowerCase(), ...place, operator, phoneNumber }
  const subject = await users.addUser(input, now)
  const user = organization === undefined ? null : await findUser({ email: input.email })
  if (user && organization !== undefined) await unshareWithMember(organization, user.id)
  return { email, subject, organization: organization ?? 'a new organisation', operator }
}

export async function connectNumber(input: Input, now: number): Promise<Row> {
  const { organization = '', ACCESS_TOKEN = '', number = '' } = input
  const connected = await numbers.connectNumber(
    organization,
    {
      waId: input['wa-id'] ?? '',
      accountName: input['account-name'] ?? '',
      phoneNumberId: input['phone-number-id'] ?? '',
      accessToken: ACCESS_TOKEN,
      number: number.replace(/\D/g, ''),
    },
    listenersToAll,
    now,
  )
  return { number: connected.number, phoneNumberId: connected.phoneNumberId, account: connected.accountId ?? '' }
}

export async function addNumbers(input: Input, now: number): Promise<Row> {
  const digits = (text = '') => text.replace(/\D/g, '')
  const { id, phoneNumber } = await offerNumber(digits(input.number), digits(input['calling-code']), now)
  return { id, number: phoneNumber }
}

/** Chooses the sender of the codes that prove phone numbers. */
export async function setCodeSender(input: Input, now: number, flags: ReadonlySet<string>): Promise<Row> {
  const { organization = '', template = '', language = '' } = input
  const { number, phoneNumberId, sandbox } = await getNumber(organization, input.number ?? '')
  if (sandbox) throw new Error('--number must be a business number: messages of a sandbox number reach no phone.')
  const hasCopyButton = flags.has('copy-button')
  await putCodeSender(
    { organizationId: organization, phoneNumberId, templateName: template, language, hasCopyButton },
    now,
  )
  return { number, template, language, hasCopyButton }
}

/** Creates a webhook for all events of all current and future numbers of the organisation. */
export async function createWebhook(
  { organization = '', user = '', name = '', url = '' }: Input,
  now: number,
): Promise<Row> {
  const { webhook, secret } = await webhooks.createWebhook(
    { organizationId: organization, userId: user },
    { name, url, events: USUAL_EVENTS, phoneNumberIds: 'all' },
    now,
    newId(),
  )
  return { webhook: webhook.id, url, signingSecret: secret }
}

export async function createApiKey(input: Input, now: number): Promise<Row> {
  const { organization = '', user = '', name = '', permission = 'full' } = input
  if (permission !== 'full' && permission !== 'read') throw new Error('--permission must be full or read')
  const { value } = await apiKeys.createApiKey(
    { organizationId: organization, userId: user },
    { name, permission },
    now,
  )
  return { apiKey: value, permission, note: 'On AWS it can take a few minutes until the key works.' }
}
