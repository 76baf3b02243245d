import { createTemplate } from '@replywright/contract/templates.ts'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { UnsavedGuard } from '../ui/confirm-dialog.tsx'
import { Page } from '../ui/page.tsx'
import { useAction } from '../ui/use-action.ts'
import { TemplateEditor, useTemplateEditing } from './template-editor.tsx'
import { NEW_TEMPLATE } from './template-values.ts'

const route = getRouteApi('/shell/templates/new')
const EMPTY: unknown[] = []

export function NewTemplatePage() {
  const { view } = route.useSearch()
  const navigate = useNavigate()
  const editing = useTemplateEditing(NEW_TEMPLATE, EMPTY)
  const creating = useAction(createTemplate, {
    done: ({ name }) => `${name} saved as a draft. Publish it to start the review.`,
    onDone: ({ id }) => void navigate({ to: '/templates/$id', params: { id }, ignoreBlocker: true }),
  })
  return (
    <Page
      title="New template"
      description="Saved as a draft of your organisation. Nothing is sent to the provider until you publish it."
      crumbs={[{ label: 'Templates', link: { to: '/templates' } }]}
    >
      <UnsavedGuard isDirty={editing.isDirty} />
      <TemplateEditor
        editing={editing}
        view={view}
        submit="Save draft"
        isPending={creating.isPending}
        error={creating.error}
        onSubmit={(body, onError) => creating.mutate({ body }, { onError })}
      />
    </Page>
  )
}
