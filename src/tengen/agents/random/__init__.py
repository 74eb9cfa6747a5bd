"""Any legal action, each as likely: the weakest opponent, and the measure of having learnt."""
