import { getWebhook, updateWebhook } from '@messaging/contract/dashboard/webhooks.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { read } from '../api/read.ts'
import { useAction } from '../api/use-action.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { tell } from '../ui/tell.ts'
import { WebhookForm } from './webhook-form.tsx'
import { words } from './words.ts'

const route = getRouteApi('/shell/webhooks/$id/edit')

export function EditWebhookPage() {
  const { id } = route.useParams()
  const navigate = useNavigate()
  const query = useQuery(read(getWebhook, { params: { id } }))
  const saving = useAction(updateWebhook, {
    onDone: () => {
      tell(words.form.saved)
      void navigate({ to: '/webhooks/$id', params: { id }, ignoreBlocker: true })
    },
  })
  const name = query.data?.name ?? words.titles.one
  return (
    <Page
      title={words.titles.edit(name)}
      crumbs={[
        { label: words.titles.list, link: { to: '/webhooks' } },
        { label: name, link: { to: '/webhooks/$id', params: { id } } },
      ]}
    >
      <Loaded query={query}>
        {(webhook) => (
          <WebhookForm
            initial={webhook}
            submit={words.form.save}
            isPending={saving.isPending}
            error={saving.error}
            onSubmit={(body, onError) => saving.mutate({ params: { id }, body }, { onError })}
          />
        )}
      </Loaded>
    </Page>
  )
}
