import { createTheme } from '@mantine/core'

/** `theme.css` defines the variables, because the Content-Security-Policy forbids inserted styles. */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 8, dark: 8 },
  respectReducedMotion: true,
  // Plain values: importing the components would load all of them with the first page.
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Badge: { defaultProps: { size: 'sm', variant: 'default', tt: 'none' } },
    Switch: { defaultProps: { withThumbIndicator: false } },
    Text: { defaultProps: { size: 'sm' } },
    Textarea: { defaultProps: { autosize: true, minRows: 2 } },
    // Mantine's scroll lock inserts a style.
    Modal: { defaultProps: { lockScroll: false, centered: true, closeButtonProps: { 'aria-label': 'Close' } } },
    // The element is a banner of the page otherwise, of which there is one.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    Drawer: { defaultProps: { lockScroll: false } },
    Tooltip: { defaultProps: { events: { hover: true, focus: true, touch: false }, multiline: true } },
  },
})
