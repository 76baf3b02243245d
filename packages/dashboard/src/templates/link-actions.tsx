import { Button, Group, Text } from '@mantine/core'
import { publishTemplate, unpublishTemplate } from '@messaging/contract/template-publishing.ts'
import type { AccountLink, Template } from '@messaging/contract/templates.ts'
import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { useAction } from '../api/use-action.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { tell, tellError } from '../ui/tell.ts'

/** Publishes a template on one account, and unpublishes it there. */
export function LinkActions({
  template: { id, name },
  link: { accountId, accountName, status },
  disabled = false,
}: {
  readonly template: Pick<Template, 'id' | 'name'>
  readonly link: AccountLink
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
  const isPublished = status !== 'DRAFT'
  return (
    <>
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        <Button
          size="xs"
          variant={isPublished ? 'default' : 'filled'}
          disabled={disabled}
          loading={publishing.isPending}
          aria-label={`${isPublished ? 'Publish again' : 'Publish'} ${name} on ${accountName}`}
          onClick={() => publishing.mutate(input, { onError: tellError })}
        >
          {isPublished ? 'Publish again' : 'Publish'}
        </Button>
        {isPublished && (
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
