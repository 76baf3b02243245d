import { getWebhook, updateWebhook, type WebhookInput } from '@messaging/contract/dashboard/webhooks.ts'
import type { Webhook } from '@messaging/contract/webhooks.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { callRevised, type Revised } from '../api/call.ts'
import { readRevised } from '../api/read.ts'
import { EditConflictDialog, useEditedSave } from '../ui/edit-conflict.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { tell } from '../ui/tell.ts'
import { WebhookForm } from './webhook-form.tsx'

const FIELD_LABELS = { name: 'Name', url: 'URL', events: 'Events', numbers: 'Numbers' }

const route = getRouteApi('/shell/webhooks/$id/edit')

export function EditWebhookPage() {
  const { id } = route.useParams()
  const query = useQuery(readRevised(getWebhook, { params: { id } }))
  const name = query.data?.resource.name ?? 'Endpoint'
  return (
    <Page
      title={`Edit ${name}`}
      crumbs={[
        { label: 'Endpoints', link: { to: '/webhooks' } },
        { label: name, link: { to: '/webhooks/$id', params: { id } } },
      ]}
    >
      <Loaded query={query}>{(revised) => <EditWebhook key={id} id={id} revised={revised} />}</Loaded>
    </Page>
  )
}

function EditWebhook({ id, revised }: { readonly id: string; readonly revised: Revised<Webhook> }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [opened, setOpened] = useState(() => edited(revised))
  const input = { params: { id } }
  const saving = useEditedSave<WebhookInput, Revised<Webhook>>({
    read: async () => edited(await callRevised(getWebhook, input)),
    write: (body, revision) => callRevised(updateWebhook, { ...input, body }, revision),
    onSaved: () => {
      tell('Saved')
      void queries.invalidateQueries()
      void navigate({ to: '/webhooks/$id', ...input, ignoreBlocker: true })
    },
    onReload: setOpened,
  })
  return (
    <>
      <WebhookForm
        key={opened.revision}
        initial={opened.values}
        submit="Save"
        isPending={saving.isPending}
        error={saving.error}
        onSubmit={(body, onError) => saving.save(opened, body, onError)}
      />
      <EditConflictDialog labelOf={(field) => FIELD_LABELS[field]} {...saving.conflict} />
    </>
  )
}

function edited({ resource: { name, url, events, numbers }, revision }: Revised<Webhook>) {
  return { values: { name, url, events, numbers }, revision }
}
