package world

// vocabularies are the words of the twelve themes of look.md. A theme's name is also the
// name of its cover art.
var vocabularies = []words{
	{
		theme:     "fruit",
		trOpeners: []string{"Ateşli", "Buzlu", "Çılgın", "Sulu", "Neşeli", "Parlak", "Ekşi", "Şanslı", "Köpüklü", "Delişmen", "Güneşli", "Turbo", "Tatlı Ekşi"},
		trNouns:   []string{"Kirazlar", "Karpuz Partisi", "Limon Bahçesi", "Portakallar", "Nar Taneleri", "Meyve Tezgâhı", "Üzüm Bağı", "Çilek Tarlası", "Meyve Kokteyli", "Erikler"},
		enOpeners: []string{"Frosty", "Blazing", "Juicy", "Tropical", "Midnight", "Zesty", "Electric", "Velvet", "Sunny", "Roaring", "Crispy", "Wild", "Double"},
		enNouns:   []string{"Cherries", "Melon Mix", "Lemon Grove", "Orchard", "Pomegranates", "Fruit Stand", "Citrus Club", "Berry Bowl", "Plum Parade", "Fruit Caravan"},
	},
	{
		theme:     "gems",
		trOpeners: []string{"Kristal", "Gizli", "Kayıp", "Büyülü", "Işıltılı", "Zümrüt", "Safir", "Yakut", "Elmas", "Kadim", "Mor", "Buzdan", "Sonsuz"},
		trNouns:   []string{"Mağara", "Taç", "Hazine", "Saray", "Kolye", "Vadi", "Merdiven", "Ayna", "Köprü", "Kubbe"},
		enOpeners: []string{"Crystal", "Ruby", "Emerald", "Sapphire", "Opal", "Amethyst", "Radiant", "Hidden", "Shattered", "Prism", "Moonstone", "Glimmering", "Royal"},
		enNouns:   []string{"Vault", "Cascade", "Crown", "Chamber", "Drift", "Spire", "Garden", "Facets", "Lantern", "Quarry"},
	},
	{
		theme:     "anatolia",
		trOpeners: []string{"Kapadokya", "Truva", "Efes", "Hitit", "Frigya", "Likya", "Göbeklitepe", "Nemrut", "Toros", "Erciyes", "Harran", "Afyon", "Kaz Dağı"},
		trNouns:   []string{"Efsanesi", "Ustaları", "Hazineleri", "Geceleri", "Yolcusu", "Şafağı", "Kapıları", "Rüyası", "Türküsü", "Mirası"},
		enOpeners: []string{"Anatolian", "Bosphorus", "Silk Road", "Saffron", "Caravan", "Ottoman", "Aegean", "Hittite", "Lydian", "Taurus", "Minaret", "Kilim", "Copper Bazaar"},
		enNouns:   []string{"Nights", "Treasures", "Riders", "Sunrise", "Legends", "Secrets", "Festival", "Merchants", "Horizon", "Fortunes"},
	},
	{
		theme:     "sea",
		trOpeners: []string{"Derin", "Mavi", "Fırtınalı", "Kayıp", "Gümüş", "Dalgalı", "Sisli", "Gizemli", "Mercan", "Kızıl", "Uzak", "Sonsuz", "Tuzlu"},
		trNouns:   []string{"Sular", "Liman", "Adalar", "Sandık", "Rota", "Yelken", "Girdap", "Körfez", "Pusula", "Mürettebat"},
		enOpeners: []string{"Deep", "Coral", "Stormy", "Siren", "Lighthouse", "Anchor", "Tidal", "Pearl", "Captain's", "Sunken", "Marlin", "Saltwater", "Neptune's"},
		enNouns:   []string{"Harbor", "Fortune", "Voyage", "Treasure Map", "Reef", "Catch", "Currents", "Bounty", "Lagoon", "Depths"},
	},
	{
		theme:     "space",
		trOpeners: []string{"Yıldız", "Mars", "Ay", "Satürn", "Nebula", "Kuantum", "Kuyruklu Yıldız", "Galaksi", "Uzay", "Jüpiter", "Orion", "Samanyolu", "Meteor"},
		trNouns:   []string{"Yolcuları", "İstasyonu", "Keşfi", "Yağmuru", "Limanı", "Madencileri", "Sinyali", "Yarışı", "Portalı", "Efsanesi"},
		enOpeners: []string{"Cosmic", "Nova", "Orbital", "Stellar", "Lunar", "Plasma", "Comet", "Galactic", "Zero Gravity", "Quantum", "Saturn", "Astro", "Event Horizon"},
		enNouns:   []string{"Riders", "Outpost", "Miners", "Drift", "Signal", "Pioneers", "Express", "Rings", "Odyssey Nine", "Fever"},
	},
	{
		theme:     "desert",
		trOpeners: []string{"Akik", "Kum", "Çöl", "Vaha", "Serap", "Firavunun", "Altın Kum", "Bedevi", "Akrep", "Kervan", "Kayıp Piramit", "Nil", "Güneş"},
		trNouns:   []string{"Sırrı", "Fırtınası", "Gecesi", "Hazinesi", "Tılsımı", "Yolu", "Kitabı", "Muhafızı", "Mührü", "Tapınağı"},
		enOpeners: []string{"Scarab", "Sandstorm", "Oasis", "Mirage", "Pharaoh's", "Sphinx", "Desert", "Lotus", "Nile", "Anubis", "Sun Disc", "Obelisk", "Papyrus"},
		enNouns:   []string{"Mysteries", "Gateway", "Relics", "Oracle", "Scrolls", "Guardians", "Riches", "Eclipse", "Passage", "Awakening"},
	},
	{
		theme:     "forest",
		trOpeners: []string{"Kurt", "Gece", "Mantar", "Ceylan", "Yaban", "Karaçam", "Baykuş", "Peri", "Ayı", "Sincap", "Ihlamur", "Meşe", "Tilki"},
		trNouns:   []string{"Ormanı", "Patikası", "Masalı", "Şöleni", "Dolunayı", "Pınarı", "Yuvası", "Korusu", "Büyüsü", "Avlağı"},
		enOpeners: []string{"Whispering", "Enchanted", "Misty", "Moonlit", "Stag", "Fox", "Timber", "Mossy", "Owl", "Fairy", "Bramble", "Grizzly", "Wildwood"},
		enNouns:   []string{"Hollow", "Trail", "Grove", "Spirits", "Ridge", "Wilds", "Harvest", "Whispers", "Canopy", "Clearing"},
	},
	{
		theme:     "neon",
		trOpeners: []string{"Neon", "Elektrikli", "Retro", "Siber", "Disko", "Lazer", "Turbo", "Piksel", "Pembe", "Hızlı", "Mor", "Analog", "Dijital"},
		trNouns:   []string{"Sokaklar", "Şehir", "Yarışçılar", "Sürüş", "Ritim", "Gökdelen", "Dublör", "Otomat", "Kulüp", "Parti"},
		enOpeners: []string{"Neon", "Midnight", "Cyber", "Retro", "Voltage", "Synth", "Skyline", "Arcade", "Laser", "Turbo", "Downtown", "Afterglow", "Hyper"},
		enNouns:   []string{"Boulevard", "Runner", "Lights", "Heist", "Disco", "Syndicate", "Drive", "Pulse", "Rooftops", "Motel"},
	},
	{
		theme:     "sweets",
		trOpeners: []string{"Şekerli", "Pamuk", "Çikolatalı", "Karamelli", "Ballı", "Renkli", "Jöleli", "Pastel", "Fıstıklı", "Köpüklü", "Gökkuşağı", "Vanilyalı", "Dondurmalı"},
		trNouns:   []string{"Diyar", "Lokumlar", "Rüya", "Şato", "Şenlik", "Patlama", "Kutu", "Bulutlar", "Macera", "Şelale"},
		enOpeners: []string{"Sugar", "Caramel", "Cotton", "Gummy", "Frosted", "Marzipan", "Sherbet", "Honey", "Bubblegum", "Toffee", "Lollipop", "Praline", "Rainbow"},
		enNouns:   []string{"Castle", "Clouds", "Carnival", "Pop Party", "Factory", "Kingdom", "Cascade", "Express", "Bakery", "Wonderland"},
	},
	{
		theme:     "myth",
		trOpeners: []string{"Zümrüdüanka", "Şahmeran", "Ejder", "Olimpos", "Titan", "Tulpar", "Yıldırım", "Kehanet", "Simurg", "Fırtına Tanrısı", "Tepegöz", "Medusa", "Asena"},
		trNouns:   []string{"Ateşi", "Tahtı", "Gazabı", "Uyanışı", "Kanatları", "Laneti", "Gözyaşı", "Tacı", "Destanı", "Kıvılcımı"},
		enOpeners: []string{"Thunder", "Phoenix", "Dragon", "Titan", "Oracle", "Valkyrie", "Minotaur", "Pegasus", "Runic", "Kraken", "Griffin", "Hydra", "Immortal"},
		enNouns:   []string{"Ascent", "Throne", "Awakens", "Wrath", "Embers", "Prophecy", "Forge", "Dominion", "Sanctum", "Trials"},
	},
	{
		theme:     "cards",
		trOpeners: []string{"Klasik", "Hızlı", "Kraliyet", "Usta", "Gece", "Yüksek", "Salon", "Düello", "Yıldız", "Kadife", "Platin", "Kahvehane", "Şampiyon"},
		trNouns:   []string{"Yirmibir", "Poker", "Bakara", "Tavla", "Rulet", "Barbut", "Pişti", "Domino", "Batak", "Video Poker"},
		enOpeners: []string{"Joker's", "Ace", "Queen's", "Royal", "Lucky Seven", "Diamond", "Wild Card", "High Roller", "Velvet", "Jack's", "Silver", "Bar", "Triple"},
		enNouns:   []string{"Flush", "Gambit", "Encore", "Masquerade", "Wheel", "Jewels", "Deal", "Cabaret", "Sevens", "Parade"},
	},
	{
		theme:     "gold",
		trOpeners: []string{"Altın", "Maden", "Haydut", "Kasaba", "Dinamit", "Tren", "Şerif", "Kanyon", "Külçe", "Nehir", "Bereket", "Define", "Vahşi Batı"},
		trNouns:   []string{"Avcıları", "Damarı", "Soygunu", "Yolu", "Ateşi", "Kuyusu", "Baskını", "Günleri", "Kardeşliği", "Sandığı"},
		enOpeners: []string{"Dusty", "Nugget", "Outlaw", "Prospector's", "Canyon", "Dynamite", "Coyote", "Saloon", "Motherlode", "Railroad", "Silver Spur", "Rattlesnake", "Frontier"},
		enNouns:   []string{"Claim", "Showdown", "Fever", "Trail", "Gulch", "Stampede", "Bandits", "Strike", "Hideout", "Bounty"},
	},
}
