import { Text } from '@mantine/core'
import { Bullets } from '../ui/bullets.tsx'
import { Panel } from '../ui/panel.tsx'
import { words } from './words.ts'

/** Explains the sandbox number. Shown instead of the routing form. */
export function SandboxPanel() {
  return (
    <Panel title={words.sandbox.panel}>
      <Text size="sm" mb="xs">
        {words.sandbox.text}
      </Text>
      <Bullets>
        <li>{words.sandbox.connect}</li>
        <li>{words.sandbox.routing}</li>
        <li>{words.sandbox.events}</li>
      </Bullets>
    </Panel>
  )
}
