import type { Account } from '@messaging/contract/accounts.ts'
import type { SliceQuery } from '@messaging/contract/page.ts'
import { validate as isUuid } from 'uuid'
import { notFound } from '../../platform/errors.ts'
import { settings } from '../../platform/settings.ts'
import { listNumbers } from '../numbers/find-number.ts'
import type { NumberItem } from '../numbers/number-entity.ts'
import { AccountEntity, type AccountItem } from './account-entity.ts'

/** Returns the organisation's account. @throws ServiceError 404 if it does not exist */
export async function getAccount(organizationId: string, id: string): Promise<AccountItem> {
  const { data } = isUuid(id)
    ? await AccountEntity.get({ organizationId, id }).go({ consistent: true })
    : { data: null }
  if (!data) throw notFound('account')
  return data
}

/** Handles `GET /msg-accounts/{id}/`. */
export async function viewAccount(organizationId: string, id: string): Promise<Account> {
  const [account, numbers] = await Promise.all([getAccount(organizationId, id), listNumbers(organizationId)])
  return accountView(account, numbers)
}

/** Handles `GET /msg-accounts/`, in the order of connection. */
export async function listAccounts(organizationId: string, { offset, limit }: SliceQuery): Promise<Account[]> {
  const [{ data: accounts }, numbers] = await Promise.all([
    AccountEntity.query.byId({ organizationId }).go({ pages: 'all' }),
    listNumbers(organizationId),
  ])
  return accounts
    .toSorted((a, b) => a.createdAt - b.createdAt || a.id.localeCompare(b.id))
    .slice(offset, limit === undefined ? undefined : offset + limit)
    .map((account) => accountView(account, numbers))
}

/** Returns an account as the API returns it. `numbers` are all numbers of its organisation. */
export function accountView({ id, waId, name }: AccountItem, numbers: readonly NumberItem[]): Account {
  return {
    id,
    waId,
    phoneNumbers: numbers
      .filter(({ accountId }) => accountId === id)
      .map(({ number }) => number)
      .join(','),
    templatesUrl: `${settings.DASHBOARD_URL ?? settings.PUBLIC_BASE_URL}/accounts/${id}/templates`,
    name,
  }
}
