import { createTemplate } from '@messaging/contract/templates.ts'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useAction } from '../api/use-action.ts'
import { fieldErrors } from '../ui/form-errors.ts'
import { Page } from '../ui/page.tsx'
import { tell } from '../ui/tell.ts'
import { UnsavedGuard } from '../ui/unsaved-guard.tsx'
import { TemplateEditor } from './template-editor.tsx'
import { NEW_TEMPLATE } from './template-values.ts'
import { useTemplateEditing } from './use-template-editing.ts'

const route = getRouteApi('/shell/templates/new')
const FIELDS = ['name', 'category', 'language', 'parameterFormat', 'components']
const EMPTY: unknown[] = []

export function NewTemplatePage() {
  const { view } = route.useSearch()
  const navigate = useNavigate()
  const editing = useTemplateEditing(NEW_TEMPLATE, EMPTY)
  const creating = useAction(createTemplate, {
    onDone: ({ id, name }) => {
      tell(`${name} saved as a draft. Publish it to start the review.`)
      void navigate({ to: '/templates/$id', params: { id }, ignoreBlocker: true })
    },
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
        onSubmit={(body) =>
          creating.mutate({ body }, { onError: (failure) => editing.setErrors(fieldErrors(failure, FIELDS)) })
        }
      />
    </Page>
  )
}
