import * as v from 'valibot'
import { AccountEntity, type AccountItem } from '../accounts/account-entity.ts'
import { listNumbers } from '../numbers/find-number.ts'
import { NumberEntity } from '../numbers/number-entity.ts'
import { requestProvider } from '../provider/provider-request.ts'
import { providerFailed } from './forward.ts'

/** Whose an id of the provider is, seen from an account. */
export type Ownership = 'own' | 'foreign' | 'unknown'

/**
 * Whose an id is. Accounts and numbers are known here. Of templates and media files the provider is asked, because it alone
 * knows all of them, and storing each id that passes by would cost a write with every media message.
 * @throws ServiceError `upstream_error` when the provider does not answer
 */
export async function ownershipOf(id: string, account: AccountItem, token: string, now: number): Promise<Ownership> {
  if (id === account.waId) return 'own'
  const [{ data: number }, { data: accounts }] = await Promise.all([
    NumberEntity.get({ phoneNumberId: id }).go({ consistent: true }),
    AccountEntity.query.byWaId({ waId: id }).go(),
  ])
  if (number) return number.accountId === account.id ? 'own' : 'foreign'
  if (accounts.length > 0) return 'foreign'
  const asked = (path: string) => ask(path, token, now)
  return (await isMediaOf(id, account, asked)) || (await isTemplateOf(id, account, asked)) ? 'own' : 'unknown'
}

/** The JSON that the provider answers to a GET; undefined when it refuses. */
type Ask = (path: string) => Promise<unknown>

const Media = v.object({ mime_type: v.string(), sha256: v.string() })

/** Whether the id is a media file of one of the account's numbers: named with another number the provider refuses it. */
async function isMediaOf(id: string, account: AccountItem, asked: Ask): Promise<boolean> {
  const numbers = await listNumbers(account.organizationId)
  for (const { phoneNumberId, accountId } of numbers)
    if (accountId === account.id && v.is(Media, await asked(`/${id}?phone_number_id=${phoneNumberId}`))) return true
  return false
}

const Template = v.object({ name: v.pipe(v.string(), v.nonEmpty()) })
const Templates = v.object({ data: v.array(v.object({ id: v.string() })) })

/** Whether the id is among the account's templates of its name, which has one in each language. */
async function isTemplateOf(id: string, { waId }: AccountItem, asked: Ask): Promise<boolean> {
  const template = v.safeParse(Template, await asked(`/${id}?fields=name`))
  if (!template.success) return false
  const query = new URLSearchParams({ name: template.output.name, fields: 'id', limit: '100' })
  const templates = v.safeParse(Templates, await asked(`/${waId}/message_templates?${query}`))
  return templates.success && templates.output.data.some((other) => other.id === id)
}

async function ask(path: string, token: string, now: number): Promise<unknown> {
  const answer = await requestProvider({ method: 'GET', path, token }, now)
  if (answer.kind !== 'answered' || answer.status >= 500) throw providerFailed()
  return answer.status < 400 ? answer.body : undefined
}
