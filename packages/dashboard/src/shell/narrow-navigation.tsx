import { Drawer } from '@mantine/core'
import { Sidebar } from './sidebar.tsx'
import { words } from './words.ts'

/** The sidebar as a drawer, for narrow screens. */
export function NarrowNavigation({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size="16rem"
      title={words.navigation.title}
      closeButtonProps={{ 'aria-label': words.navigation.close }}
    >
      <Sidebar onNavigate={onClose} />
    </Drawer>
  )
}
