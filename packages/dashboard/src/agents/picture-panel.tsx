import { Button, FileButton, Group, Text } from '@mantine/core'
import type { Agent } from '@replywright/contract/agents.ts'
import { LARGEST_FORM_FILE_BYTES, setPicture } from '@replywright/contract/agents-files.ts'
import { IconPhotoUp, IconRobot } from '@tabler/icons-react'
import { useState } from 'react'
import { FormError } from '../ui/form-parts.tsx'
import { Panel } from '../ui/page.tsx'
import { useAction } from '../ui/use-action.ts'
import classes from './agent.module.css'

const CONTENT_TYPES = 'image/png,image/jpeg,image/webp'

/** The agent's profile picture. A new picture is saved immediately. */
export function PicturePanel({ agent, isReadOnly }: { readonly agent: Agent; readonly isReadOnly: boolean }) {
  const [tooLarge, setTooLarge] = useState(false)
  const setting = useAction(setPicture, { done: 'Picture saved' })
  const upload = (file: File | null) => {
    if (!file) return
    setTooLarge(file.size > LARGEST_FORM_FILE_BYTES)
    if (file.size > LARGEST_FORM_FILE_BYTES) return
    const body = new FormData()
    body.append('file', file)
    setting.mutate({ params: { id: agent.id }, body })
  }
  return (
    <Panel title="Picture">
      <FormError error={setting.error} />
      <Group>
        <Picture url={agent.profilePicture} />
        {!isReadOnly && (
          <div>
            <FileButton accept={CONTENT_TYPES} onChange={upload}>
              {(props) => (
                <Button
                  {...props}
                  size="xs"
                  variant="default"
                  loading={setting.isPending}
                  leftSection={<IconPhotoUp size={14} aria-hidden />}
                >
                  {agent.profilePicture === '' ? 'Add picture' : 'Replace picture'}
                </Button>
              )}
            </FileButton>
            <Text size="xs" c={tooLarge ? 'red' : 'dimmed'} mt={4} role={tooLarge ? 'alert' : undefined}>
              {tooLarge ? 'Must be at most 4 MB.' : 'PNG, JPEG or WebP, at most 4 MB.'}
            </Text>
          </div>
        )}
      </Group>
    </Panel>
  )
}

/** A picture, or a placeholder icon if the URL is empty. */
export function Picture({ url, size = 64 }: { readonly url: string; readonly size?: number }) {
  const box = { width: size, height: size }
  return url === '' ? (
    <span className={classes.picture} style={box}>
      <IconRobot size={size * 0.55} stroke={1.5} aria-hidden />
    </span>
  ) : (
    <img className={classes.picture} style={box} src={url} alt="" />
  )
}
