import type { TemplateLink } from '@replywright/contract/dashboard/template-links.ts'
import type { AccountLink, Template } from '@replywright/contract/templates.ts'

const STATUS_TEXTS = {
  DRAFT: 'Not published.',
  PENDING: 'The provider is reviewing it, usually within minutes.',
  APPROVED: 'Can be sent.',
  REJECTED: 'The provider rejected it. Edit and publish it again.',
  PAUSED: 'Paused by the provider for several hours after customer complaints.',
  DISABLED: 'Disabled by the provider. Can no longer be sent.',
}

/** What an account has of a template: nothing, the draft's content, or something else. */
type PublicationState = 'none' | 'current' | 'outdated' | 'renamed' | 'unknown'

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
  if (link && !link.isConfirmed)
    return {
      state: 'unknown',
      mayExist: true,
      meaning: 'The provider did not respond, so it may have the template. Publish again, or unpublish.',
    }
  if (!link || status === 'DRAFT')
    return {
      state: 'none',
      mayExist: link !== undefined,
      meaning: link ? 'Deleted at the provider. Publish again, or unpublish to remove the link.' : 'Not published.',
    }
  if (link.name !== name || link.language !== language)
    return {
      state: 'renamed',
      mayExist: true,
      meaning: `The provider has it as ${link.name} (${link.language}). Unpublish it before publishing under the new name.`,
    }
  const meaning = rejectionWords(rejectionReason) || STATUS_TEXTS[status]
  if (isChanged({ updatedAt }, link)) {
    const update = status === 'PENDING' ? 'Publish again after the review to update it.' : 'Publish again to update it.'
    return {
      state: 'outdated',
      mayExist: true,
      meaning: `${meaning} The provider still has the text from before your last change. ${update}`,
    }
  }
  return { state: 'current', mayExist: true, meaning }
}

/** Returns a template as the provider has it on an account, as far as it is known. */
export function publishedVersion(template: Template, link: TemplateLink | undefined): Template {
  if (!link) return template
  const { name, language, content } = link
  if (!content) return { ...template, name, language }
  const { parameterFormat, components } = content
  const category = CATEGORIES.find((one) => one === content.category) ?? template.category
  return { ...template, name, language, category, parameterFormat, components }
}

const CATEGORIES = ['UTILITY', 'MARKETING', 'AUTHENTICATION'] as const

/** Returns whether the draft was changed after it was published. */
export function isChanged({ updatedAt }: Pick<Template, 'updatedAt'>, link: TemplateLink | undefined): boolean {
  return link !== undefined && link.contentAt < updatedAt
}

const REJECTION_TEXTS = {
  ABUSIVE_CONTENT: 'The content is abusive or requests prohibited information.',
  INCORRECT_CATEGORY: 'The category does not match the content.',
  INVALID_FORMAT: 'The variables are invalid or adjacent.',
  PROMOTIONAL: 'Promotional content requires the category Marketing.',
  SCAM: 'The provider classified it as a scam.',
  TAG_CONTENT_MISMATCH: 'The language or category does not match the content.',
}

/** Returns why the provider rejected a template, with a description if known; `''` if it was not rejected. */
function rejectionWords(reason: string): string {
  const known = Object.entries(REJECTION_TEXTS).find(([code]) => code === reason)
  return known ? `${known[1]} (${reason})` : reason
}
