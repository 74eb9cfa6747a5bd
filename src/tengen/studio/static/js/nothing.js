/** The page for an address that leads nowhere: its words in the person's language. */

import { catalogueOf, preferredLanguage, translatePage, translator } from "./i18n.js";

const language = preferredLanguage();
translatePage(translator(await catalogueOf(language, "home")), language);
