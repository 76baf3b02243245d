import { Button, Group, Text } from '@mantine/core'
import { publishTemplate, unpublishTemplate } from '@messaging/contract/template-publishing.ts'
import type { AccountLink, Template } from '@messaging/contract/templates.ts'
import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { useAction } from '../api/use-action.ts'
import { Allowed } from '../ui/allowed.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { tell, tellError } from '../ui/tell.ts'
import type { Publication } from './publication.ts'

/** Publishes a template on one account, and unpublishes it there if the provider may have it. */
export function LinkActions({
  template: { id, name },
  link: { accountId, accountName },
  publication: { state, mayExist },
  disabled = false,
}: {
  readonly template: Pick<Template, 'id' | 'name'>
  readonly link: AccountLink
  readonly publication: Publication
  readonly disabled?: boolean
}) {
  const [isConfirming, setConfirming] = useState(false)
  const publishing = useAction(publishTemplate, {
    onDone: ({ publishErrors: [failure] }) => {
      if (failure) tellError(rejection(failure.error))
      else tell(`${name} submitted for ${accountName}`)
    },
  })
  const unpublishing = useAction(unpublishTemplate, {
    onDone: ({ unpublishErrors: [failure] }) => {
      setConfirming(false)
      if (failure) tellError(rejection(failure.error))
      else tell(`${name} unpublished from ${accountName}`)
    },
  })
  const input = { params: { id }, body: { accountIds: [accountId] } }
  const isUrgent = state === 'none' || state === 'outdated'
  return (
    <>
      <Allowed endpoint={publishTemplate}>
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          {state !== 'renamed' && (
            <Button
              size="xs"
              variant={isUrgent ? 'filled' : 'default'}
              disabled={disabled}
              loading={publishing.isPending}
              aria-label={mayExist ? `Publish again: ${name} on ${accountName}` : `Publish ${name} on ${accountName}`}
              onClick={() => publishing.mutate(input, { onError: tellError })}
            >
              {mayExist ? 'Publish again' : 'Publish'}
            </Button>
          )}
          {mayExist && (
            <Button
              size="xs"
              variant="default"
              aria-label={`Unpublish ${name} from ${accountName}`}
              onClick={() => setConfirming(true)}
            >
              Unpublish
            </Button>
          )}
        </Group>
      </Allowed>
      <ConfirmDialog
        opened={isConfirming}
        onClose={() => setConfirming(false)}
        title={`Unpublish ${name} from ${accountName}?`}
        confirm="Unpublish"
        danger
        onConfirm={() => unpublishing.mutate(input)}
        isPending={unpublishing.isPending}
        error={unpublishing.error}
      >
        <Text size="sm">
          The provider deletes the template on this account and blocks its name for several weeks. You can no longer
          send it. The draft is kept.
        </Text>
      </ConfirmDialog>
    </>
  )
}

/** Builds the error of one account from a successful response. */
function rejection(message: string): ApiError {
  return new ApiError(message, { status: 200, code: 'upstream_error' })
}
