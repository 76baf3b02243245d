import { createTemplate } from '@messaging/contract/templates.ts'
import { IconTemplate } from '@tabler/icons-react'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { words } from './words.ts'

/** Replaces an empty list of templates. `isFiltered` tells that there are templates that do not match the filters. */
export function NoTemplates({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState
        icon={IconTemplate}
        title={words.empty.noMatches}
        action={
          <LinkButton to="." search={{}} variant="default">
            {words.filters.showAll}
          </LinkButton>
        }
      />
    )
  return (
    <EmptyState
      icon={IconTemplate}
      title={words.empty.title}
      action={
        <LinkButton endpoint={createTemplate} to="/templates/new">
          {words.empty.action}
        </LinkButton>
      }
    >
      {words.empty.text}
    </EmptyState>
  )
}
