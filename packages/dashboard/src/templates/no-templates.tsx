import { createTemplate } from '@messaging/contract/templates.ts'
import { IconTemplate } from '@tabler/icons-react'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'

/** Replaces an empty list of templates. `isFiltered` tells that there are templates that do not match the filters. */
export function NoTemplates({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState
        icon={IconTemplate}
        title="No matching templates"
        action={
          <LinkButton to="." search={{}} variant="default">
            Show all templates
          </LinkButton>
        }
      />
    )
  return (
    <EmptyState
      icon={IconTemplate}
      title="No templates yet"
      action={
        <LinkButton endpoint={createTemplate} to="/templates/new">
          New template
        </LinkButton>
      }
    >
      A template starts as a draft. After you publish it on an account, the provider reviews it. You can send it once it
      is approved.
    </EmptyState>
  )
}
