import { Button, Checkbox, Stack, Text } from '@mantine/core'
import {
  deleteTemplate,
  getTemplate,
  replaceTemplate,
  type Template,
  type TemplateInput,
  unpublishTemplate,
} from '@replywright/contract/templates.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { callRevised, type Revised, readRevised } from '../api/call.ts'
import { Allowed } from '../ui/allowed.tsx'
import { ConfirmDialog, UnsavedGuard } from '../ui/confirm-dialog.tsx'
import { EditConflictDialog, useEditedSave } from '../ui/edit-conflict.tsx'
import { CopyId } from '../ui/facts.tsx'
import { tell } from '../ui/notices.tsx'
import { FormSkeleton, Loaded, Page } from '../ui/page.tsx'
import { useAction } from '../ui/use-action.ts'
import { FIELD_LABELS } from './field-labels.ts'
import { templateProblems } from './provider-rules.ts'
import { PublishingPanel } from './publishing-panel.tsx'
import { TemplateEditor, useTemplateEditing } from './template-editor.tsx'
import { readTemplateLinks } from './template-links.ts'
import { templateValues } from './template-values.ts'

const route = getRouteApi('/shell/templates/$id')
const POLL_MS = 5_000

export function TemplatePage() {
  const { id } = route.useParams()
  const query = useQuery({
    ...readRevised(getTemplate, { params: { id } }),
    refetchInterval: ({ state }) =>
      state.data?.resource.accountLinks.some(({ status }) => status === 'PENDING') === true && POLL_MS,
  })
  const template = query.data?.resource
  return (
    <Page
      title={template?.name ?? 'Template'}
      description={<CopyId id={id} label="template ID" />}
      crumbs={[{ label: 'Templates', link: { to: '/templates' } }]}
      actions={template && <DeleteTemplate template={template} />}
    >
      <Loaded query={query} skeleton={<FormSkeleton />}>
        {(revised) => <TemplateDetails revised={revised} />}
      </Loaded>
    </Page>
  )
}

/** Edits the template as it was opened. Without unsaved changes it is shown as other users saved it. */
function TemplateDetails({ revised }: { readonly revised: Revised<Template> }) {
  const { view } = route.useSearch()
  const queries = useQueryClient()
  const [opened, setOpened] = useState(revised)
  const { id } = opened.resource
  const editing = useTemplateEditing(templateValues(opened.resource), opened.resource.components)
  const isInvalid = templateProblems(revised.resource).length > 0
  const input = { params: { id } }
  const show = (stored: Revised<Template>) => {
    setOpened(stored)
    queries.setQueryData(readRevised(getTemplate, input).queryKey, stored)
    void queries.invalidateQueries()
  }
  const { isDirty } = editing
  const showStored = useEffectEvent((stored: Revised<Template>) => {
    if (stored.revision <= opened.revision) return
    setOpened(stored)
    editing.show(stored.resource)
  })
  useEffect(() => {
    if (!isDirty) showStored(revised)
  }, [revised, isDirty])
  const readStored = () => callRevised(getTemplate, input)
  const saving = useEditedSave<TemplateInput, Revised<Template>>({
    read: async () => edited(await readStored()),
    write: (body, { revision }) => callRevised(replaceTemplate, { ...input, body }, revision),
    onSaved: (saved) => {
      show(saved)
      editing.show(saved.resource)
      const isPublished = saved.resource.accountLinks.some(({ status }) => status !== 'DRAFT')
      tell(isPublished ? 'Saved. Publish again to update the accounts.' : 'Saved')
    },
    onReload: async () => {
      const stored = await readStored()
      show(stored)
      editing.show(stored.resource)
    },
  })
  return (
    <>
      <UnsavedGuard isDirty={isDirty} />
      <PublishingPanel template={revised.resource} isDirty={isDirty} isInvalid={isInvalid} />
      <TemplateEditor
        editing={editing}
        view={view}
        submit="Save"
        isPending={saving.isPending}
        error={saving.error}
        onSubmit={(body, onError) => saving.save(edited(opened), body, onError)}
      />
      <EditConflictDialog labelOf={(field) => FIELD_LABELS[field]} {...saving.conflict} />
    </>
  )
}

function edited({ resource, revision }: Revised<Template>) {
  const { name, category, language, parameterFormat, components } = resource
  const { messageSendTtlSeconds = null, libraryTemplate = null } = resource
  const format = parameterFormat === 'NAMED' ? ('NAMED' as const) : ('POSITIONAL' as const)
  const added = { messageSendTtlSeconds, libraryTemplate }
  return { values: { name, category, language, parameterFormat: format, components, ...added }, revision }
}

/** Deletes the draft of a template, and on request what the provider has of it. */
function DeleteTemplate({ template: { id, name, accountLinks } }: { readonly template: Template }) {
  const [isConfirming, setConfirming] = useState(false)
  const [alsoUnpublish, setAlsoUnpublish] = useState(true)
  const navigate = useNavigate()
  const { data: links } = useQuery(readTemplateLinks({ templateId: id }))
  const nameOf = (accountId: string) =>
    accountLinks.find((link) => link.accountId === accountId)?.accountName ?? accountId
  const deleting = useAction(deleteTemplate, {
    done: `${name} deleted`,
    onDone: () => void navigate({ to: '/templates', ignoreBlocker: true }),
  })
  const unpublishing = useAction(unpublishTemplate, {
    onDone: ({ unpublishErrors }) => {
      if (unpublishErrors.length === 0) deleting.mutate({ params: { id } })
    },
  })
  const failures = (unpublishing.data?.unpublishErrors ?? []).map(
    ({ accountId, error }) => `${nameOf(accountId)}: ${error}`,
  )
  const failure =
    failures.length > 0
      ? new ApiError(`The template was not deleted, because it could not be unpublished. ${failures.join(' ')}`, {
          status: 200,
          code: 'upstream_error',
        })
      : undefined
  // The links are also those whose outcome is unknown.
  const published = links ?? accountLinks.filter(({ status }) => status !== 'DRAFT')
  const accountIds = published.map(({ accountId }) => accountId)
  const isPublished = accountIds.length > 0
  return (
    <>
      <Allowed endpoint={deleteTemplate}>
        <Button variant="default" onClick={() => setConfirming(true)}>
          Delete
        </Button>
      </Allowed>
      <ConfirmDialog
        opened={isConfirming}
        onClose={() => setConfirming(false)}
        title={`Delete ${name}?`}
        confirm="Delete template"
        danger
        typed={isPublished ? name : undefined}
        onConfirm={() =>
          isPublished && alsoUnpublish
            ? unpublishing.mutate({ params: { id }, body: { accountIds } })
            : deleting.mutate({ params: { id } })
        }
        isPending={deleting.isPending || unpublishing.isPending}
        error={deleting.error ?? unpublishing.error ?? failure}
      >
        {isPublished ? (
          <Stack gap="sm">
            <Text>The template is published on {accountIds.map(nameOf).join(', ')}.</Text>
            <Checkbox
              label="Delete it at the provider, too"
              description={
                alsoUnpublish
                  ? 'The provider blocks its name for 30 days.'
                  : 'Otherwise it stays at the provider, and can only be deleted there.'
              }
              checked={alsoUnpublish}
              onChange={(event) => setAlsoUnpublish(event.currentTarget.checked)}
            />
          </Stack>
        ) : (
          <Text>This deletes the draft. It is not published on any account.</Text>
        )}
      </ConfirmDialog>
    </>
  )
}
