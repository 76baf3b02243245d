import { Button, Group, Stack } from '@mantine/core'
import { revealSecret, rotateSecret } from '@messaging/contract/dashboard/webhooks.ts'
import type { Webhook } from '@messaging/contract/webhooks.ts'
import { IconEye, IconEyeOff, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useAction } from '../api/use-action.ts'
import { ActionButton } from '../ui/action-dialog.tsx'
import { Allowed } from '../ui/allowed.tsx'
import { Panel } from '../ui/panel.tsx'
import { SecretBox } from '../ui/secret-box.tsx'
import { tellError } from '../ui/tell.ts'

const HIDDEN = 'whsec_••••••••••••••••••••••••••••••••'

/** The signing secret, shown on demand and rotated after a confirmation. */
export function SecretPanel({ webhook: { id, name } }: { readonly webhook: Webhook }) {
  const [secret, setSecret] = useState<string>()
  const revealing = useAction(revealSecret, { onDone: (response) => setSecret(response.secret) })
  return (
    <Panel title="Signing secret">
      <Stack gap="sm" maw="36rem" id="secret">
        {secret === undefined ? <code>{HIDDEN}</code> : <SecretBox value={secret} label="signing secret" />}
        <Allowed endpoint={revealSecret}>
          <Group gap="xs">
            {secret === undefined ? (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconEye size={14} aria-hidden />}
                loading={revealing.isPending}
                onClick={() => revealing.mutate({ params: { id } }, { onError: tellError })}
              >
                Reveal
              </Button>
            ) : (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconEyeOff size={14} aria-hidden />}
                onClick={() => setSecret(undefined)}
              >
                Hide
              </Button>
            )}
            <ActionButton
              button={{ label: 'Rotate', size: 'xs', leftSection: <IconRefresh size={14} aria-hidden /> }}
              endpoint={rotateSecret}
              input={{ params: { id } }}
              title={`Rotate the secret of ${name}?`}
              confirm="Rotate secret"
              danger
              done="Secret rotated. Update your endpoint with the new secret now."
              onDone={(response) => setSecret(response.secret)}
            >
              The old secret stops working immediately, including for pending retries. Your endpoint rejects deliveries
              until you update its secret.
            </ActionButton>
          </Group>
        </Allowed>
      </Stack>
    </Panel>
  )
}
