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
import { words } from './words.ts'

const { publishing: texts } = words

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
      else tell(texts.submitted(name, accountName))
    },
  })
  const unpublishing = useAction(unpublishTemplate, {
    onDone: ({ unpublishErrors: [failure] }) => {
      setConfirming(false)
      if (failure) tellError(rejection(failure.error))
      else tell(texts.unpublished(name, accountName))
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
              aria-label={mayExist ? texts.againOn(name, accountName) : texts.publishOn(name, accountName)}
              onClick={() => publishing.mutate(input, { onError: tellError })}
            >
              {mayExist ? texts.again : texts.publish}
            </Button>
          )}
          {mayExist && (
            <Button
              size="xs"
              variant="default"
              aria-label={texts.unpublishFrom(name, accountName)}
              onClick={() => setConfirming(true)}
            >
              {texts.unpublish}
            </Button>
          )}
        </Group>
      </Allowed>
      <ConfirmDialog
        opened={isConfirming}
        onClose={() => setConfirming(false)}
        title={texts.confirm(name, accountName)}
        confirm={texts.unpublish}
        danger
        onConfirm={() => unpublishing.mutate(input)}
        isPending={unpublishing.isPending}
        error={unpublishing.error}
      >
        <Text size="sm">{texts.effect}</Text>
      </ConfirmDialog>
    </>
  )
}

/** Builds the error of one account from a successful response. */
function rejection(message: string): ApiError {
  return new ApiError(message, { status: 200, code: 'upstream_error' })
}
