import { listTemplateLinks } from '@messaging/contract/dashboard/template-links.ts'
import { getPhoneNumber } from '@messaging/contract/phone-numbers.ts'
import { listTemplates, type Template } from '@messaging/contract/templates.ts'
import { useQuery } from '@tanstack/react-query'
import { read, readList } from '../../api/read.ts'
import { isChanged, publishedVersion } from '../../templates/publication.ts'

/** The templates that can be sent from a number. */
export interface ApprovedTemplates {
  readonly data: readonly Template[] | undefined
  /** The chosen one as the provider has it; undefined until it is known. */
  readonly chosen: Template | undefined
  /** Whether the chosen one is not known yet. */
  readonly isLoading: boolean
  /** Whether its draft was changed since. */
  readonly isChanged: boolean
  readonly error: Error | null
  /** Whether the number is a sandbox number, which has no account and no templates. */
  readonly isSandbox: boolean
}

/** Returns the templates that are approved on the account of a number; none for an empty number. */
export function useApprovedTemplates(msgNumber: string, templateId: string): ApprovedTemplates {
  const number = useQuery({ ...read(getPhoneNumber, { params: { n: msgNumber } }), enabled: msgNumber !== '' })
  const templates = useQuery(readList(listTemplates, {}))
  // Those of the template that was chosen before would show and send its text.
  const links = useQuery({ ...read(listTemplateLinks, { query: { templateId } }), enabled: templateId !== '' })
  const accountId = number.data?.account?.id
  const data = number.data && templates.data?.filter((template) => isApprovedOn(template, accountId))
  const draft = data?.find(({ id }) => id === templateId)
  const link = links.data?.find((one) => one.accountId === accountId)
  return {
    data,
    chosen: draft && links.data && publishedVersion(draft, link),
    isLoading: templateId !== '' && (data === undefined || (draft !== undefined && links.data === undefined)),
    isChanged: draft !== undefined && isChanged(draft, link),
    error: number.error ?? templates.error ?? links.error,
    isSandbox: number.data?.isSandbox ?? false,
  }
}

function isApprovedOn({ accountLinks }: Template, accountId: string | undefined): boolean {
  return accountLinks.some((link) => link.accountId === accountId && link.status === 'APPROVED')
}
