import { getWebhook, updateWebhook } from '@messaging/contract/dashboard/webhooks.ts'
import type { Webhook } from '@messaging/contract/webhooks.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { callRevised, type Revised } from '../api/call.ts'
import { readRevised } from '../api/read.ts'
import { EditConflictDialog, useEditedSave } from '../ui/edit-conflict.tsx'
import { headerRows } from '../ui/header-rows.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { tell } from '../ui/tell.ts'
import { WebhookForm } from './webhook-form.tsx'
import { type WebhookValues, webhookInput } from './webhook-values.ts'

const FIELD_LABELS = { name: 'Name', url: 'URL', events: 'Events', numbers: 'Numbers', headers: 'Headers' }

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
      <Loaded query={query}>{(revised) => <EditWebhook id={id} revised={revised} />}</Loaded>
    </Page>
  )
}

function EditWebhook({ id, revised }: { readonly id: string; readonly revised: Revised<Webhook> }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [opened, setOpened] = useState(() => edited(revised))
  const input = { params: { id } }
  const saving = useEditedSave<WebhookValues, Revised<Webhook>>({
    read: async () => edited(await callRevised(getWebhook, input)),
    write: (values, revision) => callRevised(updateWebhook, { ...input, body: webhookInput(values) }, revision),
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
        onSubmit={(values, onError) => saving.save(opened, values, onError)}
      />
      <EditConflictDialog labelOf={(field) => FIELD_LABELS[field]} {...saving.conflict} />
    </>
  )
}

function edited({ resource: { name, url, events, numbers, headers }, revision }: Revised<Webhook>) {
  return { values: { name, url, events, numbers, headers: headerRows(headers) }, revision }
}
