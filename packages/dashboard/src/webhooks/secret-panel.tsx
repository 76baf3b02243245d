import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { revealSecret, rotateSecret } from '@replywright/contract/dashboard/webhooks.ts'
import type { Webhook } from '@replywright/contract/webhooks.ts'
import { IconEye, IconEyeOff, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { Allowed } from '../ui/allowed.tsx'
import { ActionDialog } from '../ui/confirm-dialog.tsx'
import { SecretBox } from '../ui/copy.tsx'
import { Panel } from '../ui/page.tsx'
import { useAction } from '../ui/use-action.ts'
import { When } from '../ui/when.tsx'

const HIDDEN = 'whsec_••••••••••••••••••••••••••••••••'

/** The signing secret, shown on demand and rotated to one that the user can copy first. */
export function SecretPanel({ webhook }: { readonly webhook: Webhook }) {
  const { id } = webhook
  const [secret, setSecret] = useState<string>()
  const [lastSignedAt, setLastSignedAt] = useState<string | null>(null)
  const [next, setNext] = useState<string>()
  const revealing = useAction(revealSecret, { onDone: (response) => setSecret(response.secret) })
  return (
    <Panel title="Signing secret">
      <Stack gap="sm" maw="36rem" id="secret">
        {secret === undefined ? <code>{HIDDEN}</code> : <SecretBox value={secret} label="signing secret" />}
        {lastSignedAt !== null && (
          <Text role="status">
            The last delivery signed with the old secret was sent <When at={lastSignedAt} />.
          </Text>
        )}
        <Group gap="xs">
          <Allowed endpoint={revealSecret}>
            {secret === undefined ? (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconEye size={14} aria-hidden />}
                loading={revealing.isPending}
                onClick={() => revealing.run({ params: { id } })}
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
          </Allowed>
          <Allowed endpoint={rotateSecret}>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconRefresh size={14} aria-hidden />}
              onClick={() => setNext(newSecret())}
            >
              Rotate
            </Button>
          </Allowed>
        </Group>
      </Stack>
      <RotateDialog
        webhook={webhook}
        next={next}
        onClose={() => setNext(undefined)}
        onRotated={(rotated) => {
          setSecret(rotated.secret)
          setLastSignedAt(rotated.lastSignedAt)
        }}
      />
    </Panel>
  )
}

/** Shows the new secret before it is in force, so that the receiver can be given both. */
function RotateDialog({
  webhook: { id, name },
  next = '',
  onClose,
  onRotated,
}: {
  readonly webhook: Webhook
  /** The new secret; absent while the dialog is closed. */
  readonly next: string | undefined
  readonly onClose: () => void
  readonly onRotated: (rotated: { readonly secret: string; readonly lastSignedAt: string | null }) => void
}) {
  const [isCopied, setCopied] = useState(false)
  return (
    <ActionDialog
      endpoint={rotateSecret}
      input={{ params: { id }, body: { secret: next } }}
      opened={next !== ''}
      onClose={() => {
        setCopied(false)
        onClose()
      }}
      title={`Rotate the secret of ${name}?`}
      confirm="Rotate secret"
      danger
      isEmpty={!isCopied}
      done="Secret rotated"
      onDone={onRotated}
    >
      <Stack gap="sm">
        <div>
          Copy the new secret before you rotate. Add it to your endpoint beside the old one, and accept both until the
          rotation is done.
        </div>
        <SecretBox value={next} label="new signing secret" />
        <div>
          The old secret stops working immediately, including for pending retries. An endpoint that knows only the old
          one rejects every delivery.
        </div>
        <Checkbox
          label="My endpoint has the new secret"
          checked={isCopied}
          onChange={({ currentTarget }) => setCopied(currentTarget.checked)}
        />
      </Stack>
    </ActionDialog>
  )
}

const SECRET_BYTES = 24

/** Returns a random signing secret. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES))
  return `whsec_${btoa(String.fromCharCode(...bytes))}`
}
