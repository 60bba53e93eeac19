import '@picocss/pico/css/pico.classless.min.css'
import './pico.css'
import './classes.css'

export const padding = 'my-screen'
export const centered = 'my-title'
