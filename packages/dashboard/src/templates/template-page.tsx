import { getTemplate, replaceTemplate, type Template } from '@messaging/contract/templates.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { read } from '../api/read.ts'
import { useAction } from '../api/use-action.ts'
import { CopyId } from '../ui/copy-id.tsx'
import { fieldErrors } from '../ui/form-errors.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { tell } from '../ui/tell.ts'
import { UnsavedGuard } from '../ui/unsaved-guard.tsx'
import { DeleteTemplate } from './delete-template.tsx'
import { PublishingPanel } from './publishing-panel.tsx'
import { TemplateEditor } from './template-editor.tsx'
import { templateValues } from './template-values.ts'
import { useTemplateEditing } from './use-template-editing.ts'
import { words } from './words.ts'

const route = getRouteApi('/shell/templates/$id')
const FIELDS = ['name', 'category', 'language', 'parameterFormat', 'components']
const POLL_MS = 5_000

export function TemplatePage() {
  const { id } = route.useParams()
  const query = useQuery({
    ...read(getTemplate, { params: { id } }),
    refetchInterval: ({ state }) =>
      state.data?.accountLinks.some(({ status }) => status === 'PENDING') === true && POLL_MS,
  })
  return (
    <Page
      title={query.data?.name ?? words.titles.one}
      description={<CopyId id={id} label={words.editor.id} />}
      crumbs={[{ label: words.titles.list, link: { to: '/templates' } }]}
      actions={query.data && <DeleteTemplate template={query.data} />}
    >
      <Loaded query={query}>{(template) => <TemplateDetails key={id} template={template} />}</Loaded>
    </Page>
  )
}

function TemplateDetails({ template }: { readonly template: Template }) {
  const { view } = route.useSearch()
  const editing = useTemplateEditing(templateValues(template), template.components)
  const saving = useAction(replaceTemplate, {
    onDone: (saved) => {
      editing.saved(saved)
      const isPublished = saved.accountLinks.some(({ status }) => status !== 'DRAFT')
      tell(isPublished ? words.saving.savedPublished : words.saving.saved)
    },
  })
  return (
    <>
      <UnsavedGuard isDirty={editing.isDirty} />
      <PublishingPanel template={template} isDirty={editing.isDirty} />
      <TemplateEditor
        editing={editing}
        view={view}
        submit={words.saving.save}
        isPending={saving.isPending}
        error={saving.error}
        onSubmit={(body) =>
          saving.mutate(
            { params: { id: template.id }, body },
            { onError: (failure) => editing.setErrors(fieldErrors(failure, FIELDS)) },
          )
        }
      />
    </>
  )
}
