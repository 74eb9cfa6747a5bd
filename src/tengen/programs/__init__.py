"""Other people's programs: started, told line by line, waited for and ended, whatever they speak."""
