import { Alert, Button, Group, Text } from '@mantine/core'
import { enableWebhook } from '@messaging/contract/dashboard/webhooks.ts'
import type { Webhook } from '@messaging/contract/webhooks.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useAction } from '../api/use-action.ts'
import { Allowed } from '../ui/allowed.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { tell, tellError } from '../ui/tell.ts'
import { When } from '../ui/when.tsx'
import { replaySince } from './replay-since.ts'
import { words } from './words.ts'

/** Shown while a webhook is auto-disabled. Its failed deliveries can be replayed. */
export function AutoDisabledBanner({ webhook }: { readonly webhook: Webhook }) {
  const { id, name, disabledAt } = webhook
  const navigate = useNavigate()
  const since = replaySince(disabledAt)
  const enabling = useAction(enableWebhook, {
    onDone: () => {
      tell(words.actions.enabled(name))
      void navigate({ to: '/webhooks/$id/replay', params: { id }, search: { since } })
    },
  })
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={words.disabled.title(name)}>
      <Text size="sm" mb="sm">
        {disabledAt && (
          <>
            {words.disabled.at} <When at={disabledAt} />.{' '}
          </>
        )}
        {words.disabled.text}
      </Text>
      <Group gap="xs">
        <Allowed endpoint={enableWebhook}>
          <Button
            size="xs"
            loading={enabling.isPending}
            onClick={() => enabling.mutate({ params: { id } }, { onError: tellError })}
          >
            {words.disabled.enable}
          </Button>
        </Allowed>
        <LinkButton to="/deliveries" search={{ webhookId: id, status: 'failed' }} size="xs" variant="default">
          {words.disabled.failed}
        </LinkButton>
      </Group>
    </Alert>
  )
}
