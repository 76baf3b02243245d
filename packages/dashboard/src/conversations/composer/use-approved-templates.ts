import { getPhoneNumber } from '@messaging/contract/phone-numbers.ts'
import { listTemplates, type Template } from '@messaging/contract/templates.ts'
import { useQuery } from '@tanstack/react-query'
import { readList } from '../../api/read.ts'

/** The templates that can be sent from a number. */
export interface ApprovedTemplates {
  readonly data: readonly Template[] | undefined
  readonly error: Error | null
  /** Whether the number is a sandbox number, which has no account and no templates. */
  readonly isSandbox: boolean
}

/** Returns the templates that are approved on the account of a number; none for an empty number. */
export function useApprovedTemplates(msgNumber: string): ApprovedTemplates {
  const number = useQuery({ ...readList(getPhoneNumber, { params: { n: msgNumber } }), enabled: msgNumber !== '' })
  const templates = useQuery(readList(listTemplates, {}))
  const accountId = number.data?.account?.id
  return {
    data: number.data && templates.data?.filter((template) => isApprovedOn(template, accountId)),
    error: number.error ?? templates.error,
    isSandbox: number.data?.isSandbox ?? false,
  }
}

function isApprovedOn({ accountLinks }: Template, accountId: string | undefined): boolean {
  return accountLinks.some((link) => link.accountId === accountId && link.status === 'APPROVED')
}
