import type { TemplateLink } from '@messaging/contract/dashboard/template-links.ts'
import type { AccountLink, Template } from '@messaging/contract/templates.ts'
import { rejectionWords } from './link-words.ts'
import { words } from './words.ts'

/** What an account has of a template: nothing, the draft's content, or something else. */
export type PublicationState = 'none' | 'current' | 'outdated' | 'renamed' | 'unknown'

export interface Publication {
  readonly state: PublicationState
  /** Whether the provider may have the template, so that unpublishing makes sense. */
  readonly mayExist: boolean
  /** One sentence about the state. */
  readonly meaning: string
}

/** Returns what an account has of a template. `link` is absent if publishing was never tried, or was undone. */
export function publicationOf(
  { name, language, updatedAt }: Pick<Template, 'name' | 'language' | 'updatedAt'>,
  { status, rejectionReason }: Pick<AccountLink, 'status' | 'rejectionReason'>,
  link: TemplateLink | undefined,
): Publication {
  const { meanings } = words
  if (link && !link.isConfirmed) return { state: 'unknown', mayExist: true, meaning: meanings.unknown }
  if (!link || status === 'DRAFT')
    return { state: 'none', mayExist: link !== undefined, meaning: link ? meanings.deleted : meanings.DRAFT }
  if (link.name !== name || link.language !== language)
    return { state: 'renamed', mayExist: true, meaning: meanings.renamed(link.name, link.language) }
  const meaning = rejectionWords(rejectionReason) || meanings[status]
  if (link.contentAt < updatedAt)
    return { state: 'outdated', mayExist: true, meaning: `${meaning} ${meanings.outdated}` }
  return { state: 'current', mayExist: true, meaning }
}
